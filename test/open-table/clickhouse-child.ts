import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The used parts of the package `chdb`. */
interface Chdb {
  Session: new (
    path: string,
  ) => {
    queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
  };
}

/** Answers each line of standard input, a statement as JSON, with a line: rows as JSON, or an error. */
const [packages = '', path = ''] = process.argv.slice(2);
const { Session } = createRequire(join(packages, 'package.json'))('chdb') as Chdb;
const session = new Session(path);
for await (const line of createInterface({ input: process.stdin })) {
  try {
    const answer = await session.queryAsync(JSON.parse(line) as string, { format: 'JSONEachRow' });
    const rows = Buffer.from(answer.bytes()).toString('utf8').trim();
    process.stdout.write(`{"rows":[${rows.replaceAll('\n', ',')}]}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`);
  }
}
process.exit(0);
