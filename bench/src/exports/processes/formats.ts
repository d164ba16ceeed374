/** Exports of a Parquet file with the same DuckDB: sdq's encoders, DuckDB's COPY, and the naive use of apache-arrow. */
import ddb, { type DataChunk } from '@duckdb/node-bindings';
import { type ResultFormat, resultFormats } from '@sdq/contract';
import { createEncoder, readBatch, readType, uniqueNames } from '@sdq/core/stages';
import { sqlString } from '@sdq/duckdb/sql';
import {
  type DataType as ArrowType,
  Bool,
  Field,
  Int64,
  List,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { answerCalls, type ExportCost } from './messages.ts';

const config = ddb.create_config();
ddb.set_config(config, 'threads', '2');
ddb.set_config(config, 'memory_limit', '2GB');
const database = await ddb.open(':memory:', config);
const connection = await ddb.connect(database);
await ddb.query(connection, "SET TimeZone = 'UTC'");

type Writes = (part: Uint8Array) => void;

const cases: Record<string, (sql: string, write: Writes) => Promise<void>> = {
  discard: (sql) => eachChunk(sql, () => {}),
  'apache-arrow': naiveArrow,
  'copy-json': (sql) => copy(sql, 'FORMAT json'),
  'copy-csv': (sql) => copy(sql, 'FORMAT csv'),
  'copy-parquet': (sql) => copy(sql, 'FORMAT parquet, COMPRESSION zstd'),
};
for (const format of Object.keys(resultFormats) as ResultFormat[]) {
  cases[format] = (sql, write) => encode(sql, format, write);
}

answerCalls({
  async export({ contestant, file, limit }): Promise<ExportCost> {
    const run = cases[String(contestant)];
    if (run === undefined) throw new Error(`no contestant is named ${contestant}`);
    globalThis.gc?.();
    let bytes = 0;
    let firstMs = Number.NaN;
    let parts = 0;
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    // Even a LIMIT that removes no rows would make DuckDB buffer them first.
    const limited = limit === undefined ? '' : ` LIMIT ${limit}`;
    await run(`FROM ${sqlString(String(file))}${limited}`, (part) => {
      // The first part is a header.
      if (++parts === 2) firstMs = performance.now() - startedAt;
      bytes += part.byteLength;
      if (part.buffer instanceof ArrayBuffer) part.buffer.transfer(0);
    });
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    return { cpuMs: (user + system) / 1000, wallMs, bytes, firstMs };
  },
  /** Milliseconds to encode the rows as JSON, the median of `times` runs. */
  async encodeMs({ file, rows, times }): Promise<number> {
    const samples: number[] = [];
    for (let time = 0; time < Number(times); time++) {
      const result = await stream(`FROM ${sqlString(String(file))} LIMIT ${rows}`);
      const chunk = await ddb.fetch_chunk(result);
      if (chunk === null) throw new Error('no rows');
      const startedAt = performance.now();
      const { encoder, types } = encoderOf(result, 'json');
      encoder.start();
      encoder.encode(readBatch(types, chunk));
      encoder.finish();
      samples.push(performance.now() - startedAt);
    }
    return samples.sort((a, b) => a - b)[samples.length >> 1] ?? Number.NaN;
  },
});

async function stream(sql: string): Promise<ddb.Result> {
  return await ddb.execute_prepared_streaming(await ddb.prepare(connection, sql));
}

async function eachChunk(sql: string, take: (chunk: DataChunk, result: ddb.Result) => void): Promise<void> {
  const result = await stream(sql);
  for (;;) {
    const chunk = await ddb.fetch_chunk(result);
    const rows = chunk === null ? 0 : ddb.data_chunk_get_size(chunk);
    if (chunk === null || rows === 0) break;
    take(chunk, result);
    ddb.data_chunk_reset(chunk);
  }
  if (ddb.result_return_type(result) === ddb.ResultType.INVALID) throw new Error('the stream broke off');
}

function encoderOf(result: ddb.Result, format: ResultFormat) {
  const indexes = Array.from({ length: ddb.column_count(result) }, (_, index) => index);
  const names = uniqueNames(indexes.map((index) => ddb.column_name(result, index)));
  const types = indexes.map((index) => readType(ddb.column_logical_type(result, index)));
  const columns = types.map((type, index) => ({ name: names[index] ?? '', type }));
  return { encoder: createEncoder(format, columns), types };
}

async function encode(sql: string, format: ResultFormat, write: Writes): Promise<void> {
  let begun: ReturnType<typeof encoderOf> | undefined;
  await eachChunk(sql, (chunk, result) => {
    if (begun === undefined) {
      begun = encoderOf(result, format);
      begun.encoder.start().forEach(write);
    }
    begun.encoder.encode(readBatch(begun.types, chunk)).forEach(write);
  });
  begun?.encoder.finish().forEach(write);
}

async function copy(sql: string, options: string): Promise<void> {
  await ddb.query(connection, `COPY (${sql}) TO '/dev/null' (${options})`);
}

const listOfText = new List(new Field('item', new Utf8()));

/** The types of the columns of the mixed rows, which apache-arrow does not infer. */
const arrowTypes: Record<string, ArrowType> = {
  create_time: new TimestampMillisecond(),
  hashtags: listOfText,
  verified: new Bool(),
  ...Object.fromEntries(['video_id', 'author', 'caption'].map((name) => [name, new Utf8()])),
};

/** Rows as JavaScript values from DuckDB's client, converted into Arrow columns with `vectorFromArray`. */
async function naiveArrow(sql: string, write: Writes): Promise<void> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.fromCache(':memory:naive');
  const client = await instance.connect();
  const columns = (await client.runAndReadAll(sql)).getColumnsObjectJS();
  const vectors = Object.entries(columns).map(
    ([name, values]) => [name, vectorFromArray(values, arrowTypes[name] ?? new Int64())] as const,
  );
  write(tableToIPC(new Table(Object.fromEntries(vectors)), 'stream'));
  client.closeSync();
}
