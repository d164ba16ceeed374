import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { PlainDatabase } from '../databases/plain-database.ts';
import type { Statement } from '../statement.ts';
import { readScript } from './read-script.ts';
import { splitStatements } from './split-statements.ts';

const filesMax = 10_000;
const fileBytesMax = 100_000_000;
/** A longer text is skipped: the engine refuses it by its length. */
const charactersMax = 200_000;

/** The `.sql` and `.jsonl` files of a folder and its subfolders, or the one file that is named. Throws if there is none. */
export async function findFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => {
    throw new Error(`There is no folder or file ${path}`);
  });
  const isScript = (name: string) => /\.(sql|jsonl)$/i.test(name);
  const entries = found.isDirectory() ? await readdir(path, { recursive: true }) : [];
  const files = found.isDirectory() ? entries.filter(isScript).sort() : [''];
  if (files.length === 0) throw new Error(`${path} has no .sql or .jsonl file`);
  if (!found.isDirectory() && !isScript(path)) throw new Error(`${path} is neither a .sql nor a .jsonl file`);
  if (files.length > filesMax)
    throw new Error(`${path} has ${files.length} files; at most ${filesMax} are read`);
  return files.map((file) => join(path, file)).map((file) => file.replace(/\/$/, ''));
}

/** The statements of files, file by file. A file or line that cannot be read is a statement that is skipped. */
export async function* readFiles(
  root: string,
  files: readonly string[],
  plain: PlainDatabase,
): AsyncGenerator<Statement> {
  for (const file of files) {
    const name = relative(root, file) || basename(file);
    const { size } = await stat(file);
    if (size > fileBytesMax) {
      yield { sql: '', source: name, skipped: `the file is larger than ${fileBytesMax} bytes` };
      continue;
    }
    const text = await readFile(file, 'utf8');
    const statements = /\.jsonl$/i.test(file)
      ? readLines(name, text)
      : readScript(name, splitStatements(text), plain);
    for await (const statement of statements) {
      const isLong = statement.sql.length > charactersMax && statement.skipped === undefined;
      yield isLong ? { ...statement, skipped: `longer than ${charactersMax} characters` } : statement;
    }
  }
}

/** Statements of JSON lines, each an object with `sql` or `statement`. */
export function* readLines(name: string, text: string): Generator<Statement> {
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const source = `${name}:${at + 1}`;
    const sql = sqlOf(line);
    yield sql === undefined
      ? { sql: line.slice(0, 200), source, skipped: 'the line is no JSON object with "sql" or "statement"' }
      : { sql: sql.trim().replace(/;\s*$/, ''), source };
  }
}

function sqlOf(line: string): string | undefined {
  try {
    const { sql, statement } = JSON.parse(line) as Record<string, unknown>;
    const text = sql ?? statement;
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
