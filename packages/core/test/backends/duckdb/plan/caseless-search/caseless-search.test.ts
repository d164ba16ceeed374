import { sqlString } from '@sdq/duckdb/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyRuns } from '../../../../../../../test/support/property-runs.ts';
import { writeSmallIndex } from '../../../../../../../test/support/small-index.ts';
import { buildIndex } from '../../../../../src/backends/duckdb/segments/build-index.ts';
import { type Answer, type OpenIndex, openIndex } from '../open-index.ts';

const runs = propertyRuns(150);

/** Letters with odd pairs of cases, joiners, marks, wildcards, quotes, and characters that mean something to RE2. */
const characters = [...'aAkKsSiIß\u212aİıſẞΣσςωΩ\u2126ǅиИ中🎈 \u200d\u0301%_\\\'".*[^$()-&\n0'];
const someText = fc.array(fc.constantFrom(...characters), { maxLength: 5 }).map((all) => all.join(''));
// Rows of which most are different: of others the rule leaves searches as they are.
const texts = [...new Set(fc.sample(someText, { numRuns: 4_000, seed: 7 }))];

let index: OpenIndex;
beforeAll(async () => {
  const list = `[${texts.map(sqlString).join(', ')}, NULL]`;
  index = await openIndex(async (root) => {
    await writeSmallIndex(root, 4_000, { description: `${list}[1 + i % ${texts.length + 1}]` });
    await buildIndex({ index: root });
  });
}, 60_000);
afterAll(async () => await index[Symbol.asyncDispose]());

const pattern = fc.oneof(
  someText,
  fc.tuple(fc.constantFrom('', '%', '_'), someText, fc.constantFrom('', '%')).map((all) => all.join('')),
);
const folded = fc.constantFrom('lower(description)', 'upper(v.description)', 'LCASE ( "description" )');
const search = fc.oneof(
  fc
    .tuple(fc.constantFrom('ILIKE', 'NOT ILIKE', '~~*', '!~~*'), pattern)
    .map(([operator, wanted]) => `description ${operator} ${sqlString(wanted)}`),
  fc
    .tuple(folded, fc.constantFrom('LIKE', 'NOT LIKE', '^@'), pattern)
    .map(([text, operator, wanted]) => `${text} ${operator} ${sqlString(wanted)}`),
  fc
    .tuple(fc.constantFrom('contains', 'starts_with', 'prefix', 'suffix', 'ends_with'), folded, someText)
    .map(([name, text, wanted]) => `${name}(${text}, ${sqlString(wanted)})`),
  fc
    .tuple(fc.constantFrom('strpos', 'instr'), folded, someText)
    .map(([name, text, wanted]) => `${name}(${text}, ${sqlString(wanted)}) > 0`),
);
const statement = fc.tuple(search, search, fc.integer({ min: 0, max: 5 })).map(([one, other, form]) => {
  switch (form) {
    case 0:
      return `SELECT count(*) AS n, max(description) FROM videos v WHERE ${one}`;
    case 1:
      return `SELECT video_id, ${one}, NOT ${other} AS has FROM videos v`;
    case 2:
      return `SELECT ${one} AS has, count(*) AS n FROM videos v GROUP BY ${one}`;
    case 3:
      return `SELECT count(*) FILTER (WHERE ${one}) AS n, count_if(${other}) AS m FROM videos v`;
    case 4:
      return `SELECT sum(CASE WHEN ${one} OR ${other} THEN 1 ELSE 0 END) AS n FROM videos v`;
    default:
      return `SELECT video_id FROM videos v WHERE NOT (${one} AND (${other} OR play_count > 500))`;
  }
});

type Said = Pick<Answer, 'columns' | 'lines'> | { readonly error: string };

async function said(sql: string, rulesOff: readonly string[]): Promise<Said> {
  try {
    const { columns, lines } = await index.answer(sql, rulesOff);
    return { columns, lines: [...lines].sort() };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

test('searches have the same columns, rows and errors with the rule as without', async () => {
  let fired = 0;
  const refused: string[] = [];
  await fc.assert(
    fc.asyncProperty(statement, async (sql) => {
      const others = ['text-rows', 'index-merge'];
      const without = await said(sql, [...others, 'caseless-search']);
      expect(await said(sql, others)).toEqual(without);
      if ('error' in without) return;
      const { plan, attempt } = await index.answer(sql, others);
      if (!plan.attempts.at(-1)?.sql.includes('regexp_matches')) return;
      if (attempt === null) refused.push(sql);
      else fired += 1;
    }),
    { numRuns: runs },
  );
  // DuckDB accepts what was changed: the plan without changes is not needed.
  expect(refused).toEqual([]);
  // about two fifths of the statements, drawn at random
  expect(fired).toBeGreaterThan(runs / 6);
}, 120_000);

test('what is written otherwise stays as it is', async () => {
  for (const where of [
    "description ILIKE 'x'",
    'description ILIKE author',
    "description ILIKE '%ab%' ESCAPE '\\'",
    "(description) ILIKE '%abc%'",
    "description /* a comment */ ILIKE '%abc%'",
    "lower(description) LIKE '%ABC%'",
    "lower(description || author) LIKE '%abc%'",
  ]) {
    const { plan, lines } = await index.answer(`SELECT count(*) AS n FROM videos WHERE ${where}`, []);
    expect(
      plan.attempts.filter(({ sql }) => sql.includes('regexp_matches')),
      where,
    ).toEqual([]);
    expect(lines).toHaveLength(1);
  }
});
