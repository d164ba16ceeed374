import { AppError, type SqlRequest, sqlLimits } from '@sdq/contract';
import type { Engine, Row } from '@sdq/core';

/** Ids looked up by one query: well below the bounds on the text and on the size of a list. */
const idsPerLookUp = 1_000;

interface LookUpOptions {
  /** A snapshot that is held: the rows' own. */
  snapshotId: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** What adds to rows the full data that a request asked for; undefined when it did not. */
export function withFullData(
  engine: Engine,
  { include_full_data: isAsked, timeout_ms: timeoutMs }: SqlRequest,
  read: Omit<LookUpOptions, 'timeoutMs'>,
): ((rows: Buffer) => Promise<Buffer>) | undefined {
  if (isAsked !== true) return undefined;
  return async (rows) => await addFullData(rows, engine, { ...read, timeoutMs });
}

/**
 * Adds to every row with a `video_id` one key `full_data`: the whole record of that video, null when the index does
 * not hold it. Read by id after the query, so that the query itself reads no more columns than it names.
 * Errors: `result_too_large`.
 */
async function addFullData(rows: Buffer, engine: Engine, options: LookUpOptions): Promise<Buffer> {
  const read = JSON.parse(rows.toString()) as Row[];
  const ids = [...new Set(read.map((row) => row.video_id).filter((id) => typeof id === 'string'))];
  const records = new Map<string, Row>();
  for (let i = 0; i < ids.length; i += idsPerLookUp) {
    for (const record of await lookUp(ids.slice(i, i + idsPerLookUp), engine, options)) {
      records.set(String(record.video_id), record);
    }
  }
  const full = read.map((row) =>
    typeof row.video_id === 'string' ? { ...row, full_data: records.get(row.video_id) ?? null } : row,
  );
  const bytes = Buffer.from(JSON.stringify(full));
  if (bytes.length > sqlLimits.jsonBytesMax) {
    throw new AppError('result_too_large', `The result is larger than ${sqlLimits.jsonBytesMax} bytes`, {
      hint: 'ask for fewer rows, or name the columns you need in the query',
    });
  }
  return bytes;
}

async function lookUp(ids: string[], engine: Engine, options: LookUpOptions): Promise<Row[]> {
  await using records = await engine.query('SELECT * FROM videos WHERE video_id IN (SELECT unnest($1))', {
    platform: 'shortvideo',
    parameters: [ids],
    ...options,
  });
  return await records.toArray();
}
