import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findRetired } from './words/find-retired.ts';

const help = `npm run check:words -- [--json]

Finds words and file names that the project no longer uses, in all tracked files, and names the standard term in their
place. The list, with the places where a word is right: scripts/words/retired-words.ts. Exit code 1 when it finds any.
`;

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help === true) process.stdout.write(help);
else {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  const found = findRetired(files, (file) => readFileSync(file, 'utf8'));
  if (values.json === true) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  else
    for (const { place, text, instead } of found)
      process.stdout.write(`${place}: ${text}\n  use: ${instead}\n`);
  process.stderr.write(`${files.length} files, ${found.length} retired words\n`);
  if (found.length > 0) process.exitCode = 1;
}
