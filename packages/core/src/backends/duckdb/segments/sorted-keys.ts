import type { DuckDBConnection } from '@duckdb/node-api';
import ddb from '@duckdb/node-bindings';
import { allRows, resultHandle } from '@sdq/duckdb';
import { sqlWord } from '@sdq/duckdb/sql';
import { readBatch, readType } from '@sdq/encode/duckdb';
import type { VectorBatch } from '@sdq/encode/vectors';
import { type KeyColumn, keyFormOf } from '@sdq/row-store/keys';
import type { DescribedKeyFile } from '../candidates/key-files.ts';

/** Rows by which it is decided how a column of texts is stored. */
const sampledRows = 10_000;

/** The keys of a segment, as they go into a key file. */
export interface SortedKeys {
  readonly columns: readonly KeyColumn[];
  /** In the order of the file; the vectors are those that `writeKeyFile` takes. */
  readonly batches: AsyncIterable<VectorBatch>;
  /** Number of rows whose key has no NULL, and the sum of their ordinals: what the batches must have in total. */
  check(): Promise<{ ordinals: number; ordinalSum: bigint }>;
}

/** Sorts the keys of a structure in the current database. `isScan`: its rowid is the ordinal. */
export async function sortedKeys(
  connection: DuckDBConnection,
  file: DescribedKeyFile,
  { rows, isScan }: { rows: number; isScan: boolean },
): Promise<SortedKeys> {
  const names = file.columns.map(({ name }) => sqlWord(name));
  const time = file.time === undefined ? '' : `, ${sqlWord(file.time)} AS key_time`;
  const list = names.map((name, at) => `${name} AS key_${at}`).join(', ');
  const areKnown = names.map((name) => `${name} IS NOT NULL`).join(' AND ');
  const ordinal = isScan ? 'rowid::INTEGER' : 'ordinal';
  const source = `(SELECT ${list}${time}, ${ordinal} AS key_ordinal FROM ${sqlWord(file.from)} WHERE ${areKnown})`;
  const columns = await columnsOf(connection, file, source, Math.max(1, Math.ceil(rows / sampledRows)));
  return {
    columns,
    batches: batchesOf(connection, sortedSql(columns, source, file.time !== undefined)),
    check: async () => {
      const [found] = await allRows<{ ordinals: string; sum: string }>(
        connection,
        `SELECT count(*) AS ordinals, coalesce(sum(key_ordinal), 0)::VARCHAR AS sum FROM ${source}`,
      );
      return { ordinals: Number(found?.ordinals), ordinalSum: BigInt(found?.sum ?? 0) };
    },
  };
}

/** Texts are stored as numbers where at least half of them are. */
async function columnsOf(
  connection: DuckDBConnection,
  { columns }: DescribedKeyFile,
  source: string,
  step: number,
): Promise<KeyColumn[]> {
  const texts = columns.flatMap(({ type }, at) => (type === 'VARCHAR' ? [`key_${at}`] : []));
  const shares = texts.map(
    (name) => `2 * count(*) FILTER (try_cast(${name} AS BIGINT)::VARCHAR = ${name}) >= count(*) AS ${name}`,
  );
  const [areDecimal = {}] =
    texts.length === 0
      ? []
      : await allRows<Record<string, boolean>>(
          connection,
          `SELECT ${shares.join(', ')} FROM ${source} WHERE key_ordinal % ${step} = 0`,
        );
  return columns.map(({ name, type }, at) => {
    const form = areDecimal[`key_${at}`] === true ? 'decimal' : keyFormOf(type);
    if (form === undefined) throw new Error(`Key files cannot store columns of type ${type}`);
    return { name, type, form };
  });
}

function sortedSql(columns: readonly KeyColumn[], source: string, isTimed: boolean): string {
  const numbers = columns.flatMap(({ form }, at) =>
    form === 'decimal'
      ? [
          `CASE WHEN try_cast(key_${at} AS BIGINT)::VARCHAR = key_${at} THEN try_cast(key_${at} AS BIGINT) END AS number_${at}`,
        ]
      : [],
  );
  const parts = columns.map(({ form }, at) =>
    form === 'decimal'
      ? {
          list: `number_${at}, CASE WHEN number_${at} IS NULL THEN key_${at} END AS text_${at}`,
          order: [`number_${at}`, `text_${at}`],
        }
      : { list: `key_${at}`, order: [`key_${at}`] },
  );
  const order = [
    ...parts.flatMap((part) => part.order).map((name) => `${name} ASC NULLS LAST`),
    ...(isTimed ? ['key_time DESC NULLS LAST'] : []),
    'key_ordinal ASC',
  ];
  const list = parts.map((part) => part.list).join(', ');
  const from = `(SELECT ${['*', ...numbers].join(', ')} FROM ${source})`;
  return `SELECT ${list}, key_ordinal FROM ${from} ORDER BY ${order.join(', ')}`;
}

async function* batchesOf(connection: DuckDBConnection, sql: string): AsyncGenerator<VectorBatch> {
  const raw = resultHandle(await connection.stream(sql));
  const types = Array.from({ length: ddb.column_count(raw) }, (_, index) =>
    readType(ddb.column_logical_type(raw, index)),
  );
  for (;;) {
    const chunk = await ddb.fetch_chunk(raw);
    if (chunk === null || ddb.data_chunk_get_size(chunk) === 0) break;
    yield readBatch(types, chunk);
    ddb.data_chunk_reset(chunk);
  }
  // A stream that breaks looks like one that ended.
  if (ddb.result_return_type(raw) === ddb.ResultType.INVALID) throw new Error('Sorting keys ended early');
}
