import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withTables } from '@sdq/catalog';
import { Notes } from '../../src/notes.ts';
import { openSource, type SourceOptions } from '../../src/open-source.ts';

type Row = Record<string, unknown>;

/** What a file's records are mapped to, before rows with the same key are merged. */
export interface ReadContent {
  readonly format: string;
  readonly records: number;
  /** Rows by table, without unknown values; times as ISO texts. */
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  /** Reasons of refused records and fields. */
  readonly refused: readonly string[];
  /** Distinct times of observation, `null` for records without one. */
  readonly observedAt: readonly (string | null)[];
  readonly unused: readonly string[];
}

/** Maps the records of a file without an index. Errors: those of `openSource`. */
export async function readContent(
  content: string | Uint8Array,
  options: Partial<SourceOptions> = {},
): Promise<ReadContent> {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-format-'));
  try {
    const path = join(folder, 'input');
    await writeFile(path, content);
    const now = BigInt(Date.now()) * 1000n;
    const source = await openSource(path, { catalog: withTables(), now, ...options });
    const rows: Record<string, Row[]> = {};
    const refused: string[] = [];
    const observedAt = new Set<string | null>();
    let records = 0;
    for await (const chunks of source.recordChunks({ skip: 0 }, new Notes())) {
      for (const record of chunks.flatMap((chunk) => source.map(chunk, records, new Notes()))) {
        records++;
        if ('refusal' in record) refused.push(`${record.refusal.reason}: ${record.refusal.message}`);
        else {
          refused.push(...record.refusedFields.map(({ refusal }) => `${refusal.field}: ${refusal.reason}`));
          for (const { table, values, observedAt: time } of record.observations) {
            if (time !== 0n) observedAt.add(time === null ? null : isoTime(time));
            rows[table] ??= [];
            rows[table].push(known(values));
          }
        }
      }
    }
    return {
      format: source.format,
      records,
      rows,
      refused,
      observedAt: [...observedAt],
      unused: source.unused,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function known(values: Readonly<Row>): Row {
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isTime(name, value) ? isoTime(value as bigint) : plain(value)]),
  );
}

function isTime(name: string, value: unknown): boolean {
  return typeof value === 'bigint' && /^(?:create_time|created_at|observed_at)$/.test(name);
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

function isoTime(micros: bigint): string {
  return new Date(Number(micros / 1000n)).toISOString();
}
