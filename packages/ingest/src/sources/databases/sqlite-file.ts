import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import type { ProcessReport } from './process-report.ts';

const heapBytesMax = 256 * 1024 ** 2;
const chunkCharacters = 1 << 16;

async function openFile(path: string) {
  // Loaded here: only this process needs it.
  const { DatabaseSync } = await import('node:sqlite');
  const url = pathToFileURL(path);
  // Without a journal beside it nothing else writes to the file, and none of its own is created.
  const hasJournal = existsSync(`${path}-wal`) || existsSync(`${path}-journal`);
  url.search = hasJournal ? '?mode=ro' : '?immutable=1';
  const database = new DatabaseSync(url, { readOnly: true, allowExtension: false });
  for (const setting of ['trusted_schema=OFF', 'query_only=ON', 'cell_size_check=ON', 'mmap_size=0']) {
    database.exec(`PRAGMA ${setting}`);
  }
  database.exec(`PRAGMA hard_heap_limit=${heapBytesMax}`);
  return database;
}

/** Names of tables and views. */
export async function tables(path: string): Promise<string[]> {
  const database = await openFile(path);
  const rows = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all();
  return rows.map(({ name }) => String(name));
}

/** Writes the rows as NDJSON: integers exact, binary values left out. */
export async function write(path: string, table: string): Promise<ProcessReport> {
  const database = await openFile(path);
  const statement = database.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`);
  statement.setReadBigInts(true);
  const binary = new Set<string>();
  const lines = function* () {
    let text = '';
    for (const row of statement.iterate()) {
      text += `${lineOf(row as Row, binary)}\n`;
      if (text.length < chunkCharacters) continue;
      yield text;
      text = '';
    }
    yield text;
  };
  await pipeline(Readable.from(lines()), process.stdout);
  return { binaryColumns: [...binary] };
}

type Row = Readonly<Record<string, null | number | bigint | string | Uint8Array>>;

function lineOf(row: Row, binary: Set<string>): string {
  const fields = Object.entries(row).flatMap(([name, value]) => {
    if (value instanceof Uint8Array) {
      binary.add(name);
      return [];
    }
    return `${JSON.stringify(name)}:${typeof value === 'bigint' ? value : JSON.stringify(value)}`;
  });
  return `{${fields.join(',')}}`;
}
