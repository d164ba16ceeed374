import type { Row } from '../containers/record-chunk.ts';
import { creationTimeIn } from '../values/creation-time.ts';
import { readHandle } from '../values/handle.ts';
import { isBlank } from '../values/text.ts';
import { parseRecordTime } from '../values/time.ts';
import { valueAt } from './source-columns.ts';
import { idIn, isVideoAddress } from './video-addresses.ts';

/** A field that was preferred to another one, because what the IDs and addresses of the rows tell agrees with it. */
export interface Preference {
  readonly column: string;
  readonly field: string;
  readonly over: string;
}

/** Rows that must agree, of those that can be compared. */
const shareMin = 0.9;

/** A date without its time, in any zone, differs from the time in the ID by less than two days. */
const nearMicros = 2n * 86_400_000_000n;

type Test = (row: Row, value: unknown) => boolean | undefined;

/**
 * The fields of a column of videos in the order in which they are read: those first that the IDs or addresses of the rows
 * agree with, if the first one does not. A file often has several IDs, times and names, of the video and of its crawl.
 */
export function preferred(
  column: string,
  fields: readonly string[],
  rows: readonly Row[],
  ids: readonly string[],
): readonly string[] {
  const test = testOf(column, ids);
  if (test === undefined || fields.length < 2) return fields;
  const agreeing = new Map(fields.map((field) => [field, agrees(field, rows, test)]));
  if (agreeing.get(fields[0] as string) !== false) return fields;
  const better = fields.filter((field) => agreeing.get(field) === true);
  return [...better, ...fields.filter((field) => !better.includes(field))];
}

function testOf(column: string, ids: readonly string[]): Test | undefined {
  const latest = BigInt(Date.now() + 2 * 86_400_000) * 1000n;
  const clock = (value: unknown) => creationTimeIn(idIn(value), 'shortvideo', latest);
  if (column === 'video_id') return (_, value) => clock(value) !== undefined;
  if (column === 'create_time') {
    return (row, value) => {
      const created = ids.map((field) => clock(valueAt(row, field))).find((time) => time !== undefined);
      const dates = [false, true].map((dayFirst) => parseRecordTime(value, { dayFirst })?.micros);
      if (created === undefined) return undefined;
      return dates.some((date) => date !== undefined && abs(date - created) <= nearMicros);
    };
  }
  if (column !== 'author') return undefined;
  return (row, value) => {
    const address = ids.map((field) => valueAt(row, field)).find(isVideoAddress);
    const author = address === undefined ? null : readHandle(address);
    return author === null ? undefined : readHandle(value) === author;
  };
}

function abs(micros: bigint): bigint {
  return micros < 0n ? -micros : micros;
}

/** Whether nearly all rows agree; undefined if none can be compared. */
function agrees(field: string, rows: readonly Row[], test: Test): boolean | undefined {
  let [same, all] = [0, 0];
  for (const row of rows) {
    const value = valueAt(row, field);
    if (isBlank(value) || (typeof value === 'object' && !(value instanceof Date))) continue;
    const isSame = test(row, value);
    if (isSame === undefined) continue;
    all++;
    if (isSame) same++;
  }
  return all === 0 ? undefined : same >= shareMin * all;
}
