import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeQuery, parseLines, RawDatabase } from './encode-query.ts';
import type { Value } from './random-types.ts';
import { type RandomTable, randomTable } from './random-values.ts';
import { readArrow } from './read-arrow.ts';
import { readFlechette } from './read-flechette.ts';

let database: RawDatabase;
beforeAll(async () => {
  database = await RawDatabase.open();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** `SDQ_ROUND_TRIPS=1000 npx vitest run packages/encode/test` looks longer. */
const runs = { numRuns: Number(process.env.SDQ_ROUND_TRIPS ?? 40) };

function objectsOf({ rows }: RandomTable): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(row.map(({ json }, index) => [`c${index}`, json])));
}

/** What a column's field of CSV is read as: nested values are JSON, numbers numbers, all others text. NULL and `''` come out alike. */
function isNested({ types }: RandomTable, column: number): boolean {
  return /\]$|^(STRUCT|MAP)/.test(types[column]?.name ?? '');
}

function readField(
  table: RandomTable,
  field: string,
  column: number,
  json: Value['json'] | undefined,
): unknown {
  if (typeof json === 'number') return Number(field);
  return isNested(table, column) && field !== '' ? JSON.parse(field) : field;
}

function fieldOf(table: RandomTable, { json }: Value, column: number): unknown {
  if (json === null) return '';
  return isNested(table, column) || typeof json !== 'boolean' ? json : String(json);
}

describe('random tables', () => {
  it('are described by the types they were made of', async () => {
    await fc.assert(
      fc.asyncProperty(randomTable(1), async ({ types, sql }) => {
        const { columns } = await encodeQuery(database, sql, 'ndjson');
        expect(columns.map(({ type }) => type)).toEqual(types.map(({ name }) => name));
      }),
      runs,
    );
  });

  it('come back from NDJSON', async () => {
    await fc.assert(
      fc.asyncProperty(randomTable(12), async (table) => {
        const { bytes } = await encodeQuery(database, table.sql, 'ndjson');
        expect(parseLines(bytes)).toEqual(objectsOf(table));
      }),
      runs,
    );
  });

  it('come back from JSON, as objects and as arrays', async () => {
    await fc.assert(
      fc.asyncProperty(randomTable(12), async (table) => {
        const objects = await encodeQuery(database, table.sql, 'json');
        expect(JSON.parse(objects.bytes.toString())).toEqual(objectsOf(table));
        const arrays = await encodeQuery(database, table.sql, 'json', { shape: 'arrays' });
        expect(JSON.parse(arrays.bytes.toString())).toEqual(
          table.rows.map((row) => row.map(({ json }) => json)),
        );
      }),
      runs,
    );
  });

  it('come back from CSV', async () => {
    await fc.assert(
      fc.asyncProperty(randomTable(12), async (table) => {
        const { bytes } = await encodeQuery(database, table.sql, 'csv');
        const records = parseCsv(bytes, {
          relax_column_count: false,
          skip_empty_lines: false,
          record_delimiter: '\r\n',
        });
        expect(records[0]).toEqual(table.types.map((_, column) => `c${column}`));
        expect(
          records
            .slice(1)
            .map((record, row) =>
              record.map((field, column) => readField(table, field, column, table.rows[row]?.[column]?.json)),
            ),
        ).toEqual(table.rows.map((row) => row.map((value, column) => fieldOf(table, value, column))));
      }),
      runs,
    );
  });

  it('come back from Arrow, whatever the size of batches', async () => {
    const limits = fc.record({
      rowsMax: fc.integer({ min: 1, max: 20 }),
      bytesMax: fc.constantFrom(1, 100, 1000, 1 << 20),
    });
    await fc.assert(
      fc.asyncProperty(randomTable(20), limits, async (table, batch) => {
        const { bytes } = await encodeQuery(database, table.sql, 'arrow', { batch });
        const { rows, batchRows } = readArrow(bytes);
        const expected = table.rows.map((row) => row.map(({ arrow }) => arrow));
        expect(rows).toEqual(expected);
        expect(Math.max(0, ...batchRows)).toBeLessThanOrEqual(batch.rowsMax);
        expect(readFlechette(bytes).rows).toEqual(expected);
      }),
      { numRuns: runs.numRuns * 2 },
    );
  });

  it('come back from Parquet by DuckDB', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sdq-parquet-'));
    let files = 0;
    try {
      await fc.assert(
        fc.asyncProperty(randomTable(12), async (table) => {
          // A union is carried as the text of its JSON, and UHUGEINT as text.
          fc.pre(!table.types.some(({ name }) => /UNION\(|UHUGEINT/.test(name)));
          // DuckDB keeps parts of files by their names.
          const file = join(directory, `${files++}.parquet`);
          await writeFile(file, (await encodeQuery(database, table.sql, 'parquet')).bytes);
          const { bytes } = await encodeQuery(database, `FROM '${file}'`, 'ndjson');
          expect(parseLines(bytes)).toEqual(objectsOf(table));
        }),
        runs,
      );
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
