import { AppError, type SqlRequest, sqlLimits } from '@sdq/contract';
import type { Engine, Row } from '@sdq/core';

/** IDs per lookup query: well below the limits on the query text and on the size of a list. */
const idsPerLookUp = 1_000;

interface LookUpOptions {
  /** The held snapshot of the rows. */
  snapshotId: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** A function that adds full data to rows; undefined when the request has no `include_full_data`. */
export function withFullData(
  engine: Engine,
  { include_full_data: isAsked, timeout_ms: timeoutMs }: SqlRequest,
  read: Omit<LookUpOptions, 'timeoutMs'>,
): ((rows: Buffer) => Promise<Buffer>) | undefined {
  if (isAsked !== true) return undefined;
  return async (rows) => await addFullData(rows, engine, { ...read, timeoutMs });
}

/**
 * Adds the key `full_data` to every row with a `video_id`: the full record of the video, null when the index does not
 * contain it. Records are looked up after the query, so that the query reads only the columns that it names.
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
    throw new AppError(
      'result_too_large',
      `The result exceeds ${sqlLimits.jsonBytesMax.toLocaleString('en-US')} bytes`,
      {
        hint: 'Request fewer rows, or select only the columns you need',
      },
    );
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
