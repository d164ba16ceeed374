import type { Question } from '../../api/sql.ts';

export const languages = ['curl', 'TypeScript', 'Python', 'DuckDB'] as const;
export type Language = (typeof languages)[number];

/** The same query in another language. */
export function codeSample(language: Language, question: Question, origin: string): string {
  const url = `${origin}/api/${question.platform}/sql`;
  const body = { query: question.sql, ...filled(question), limit: question.limit };
  if (language === 'curl')
    return `curl -s ${url} \\\n  -H "Authorization: Bearer $SDQ_KEY" \\\n  --json '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`;
  if (language === 'TypeScript')
    return `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.SDQ_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), 2)}),
});
const { data, cost } = await response.json();
console.log(data.rows, cost);`;
  if (language === 'Python')
    return `import json, os, urllib.request

body = json.loads(r'''${JSON.stringify(body, null, 2).replaceAll("'''", '\\u0027\\u0027\\u0027')}''')
request = urllib.request.Request(
    "${url}",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['SDQ_KEY']}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(answer["data"]["rows"], answer["cost"])`;
  return `-- first, in a shell:
--   curl -s ${url} -H "Authorization: Bearer $SDQ_KEY" \\
--     -o result.parquet --json @query.json
-- with query.json:
${JSON.stringify({ ...body, format: 'parquet' }, null, 2).replace(/^/gm, '--   ')}
SELECT * FROM 'result.parquet';`;
}

const filled = ({ parameters }: Question) => (Object.keys(parameters).length > 0 ? { parameters } : {});

const indent = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`);
