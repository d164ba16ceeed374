/**
 * Checks every Markdown file that git knows: relative links lead to files, anchors to headings, and paths in code spans
 * (`packages/…`, `docs/…`) are there. Links to other sites are not fetched. `npm run check:links`
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LinkChecker } from './links/broken-links.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
});
const documents = listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
const checker = new LinkChecker(root);
const broken = documents.flatMap((path) => checker.brokenIn(path));
for (const each of broken) process.stderr.write(`${each}\n`);
console.log(`${documents.length} documents, ${broken.length} broken links and paths`);
if (documents.length === 0 || broken.length > 0) process.exitCode = 1;
