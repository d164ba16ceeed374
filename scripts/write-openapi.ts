/**
 * Writes docs/openapi.json and the examples in it: every operation is called on a service over a small index. Run it
 * after a change to what routes take or answer; a test fails when the files are not what this would write.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describeService } from './openapi-examples.ts';

const root = new URL('../', import.meta.url);

/** The examples become a part of the service's document, so that the first of two passes writes them. */
const { examples, document } = await describeService();
if (process.argv[2] === '--document') {
  writeFileSync(new URL('docs/openapi.json', root), `${JSON.stringify(document, undefined, 1)}\n`);
} else {
  const text = `// Written by scripts/write-openapi.ts: requests that were sent to a small index, and what they were answered.
import type { OperationExamples } from '../operation-examples.ts';

export const examples: Readonly<Record<string, OperationExamples>> = ${JSON.stringify(examples, undefined, 1)};
`;
  writeFileSync(new URL('packages/server/src/openapi/generated/examples.ts', root), text);
  const words = [...process.execArgv, import.meta.filename, '--document'];
  process.exitCode = spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1;
}
