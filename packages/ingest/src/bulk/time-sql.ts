import type { CellOptions, CellSql } from './cell.ts';
import { isAll } from './texts.ts';

const earliestMicros = BigInt(Date.UTC(2005, 0, 1)) * 1000n;

const zoned = '[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?';
/** ISO 8601 with seconds, in UTC. */
export const utcText = `${zoned}(Z|[+]00:00)`;
/** The same without a zone. */
export const localText = zoned;

/** The SQL of a time; undefined if only the row mapper can read it. */
export function timeSql({
  cell,
  type,
  zone,
  latestPlausible,
}: Pick<CellOptions, 'cell' | 'type' | 'zone' | 'latestPlausible'>): Omit<CellSql, 'isKnown'> | undefined {
  const micros = { whole: unixSql, text: textSql, local: localSql, instant: instantSql }[type as string];
  const offset = zone === undefined ? 0n : offsetMicros(zone);
  if (micros === undefined || (type === 'local' && offset === undefined)) return undefined;
  const { value, isLocal } = micros(cell, offset);
  const isPlain = `coalesce(${value} BETWEEN ${earliestMicros} AND ${latestPlausible}, false)`;
  return { value, isPlain, ...(isLocal !== undefined && { isLocal }) };
}

interface Micros {
  readonly value: string;
  readonly isLocal?: string;
}

/** Unix seconds, milliseconds, microseconds or nanoseconds by their size; compact dates and days are left out. */
function unixSql(cell: string): Micros {
  return {
    value: `(CASE WHEN ${cell} BETWEEN 1104537600 AND 99999999999 THEN ${cell}::BIGINT * 1000000
      WHEN ${cell} BETWEEN 100000000000 AND 99999999999999 THEN ${cell}::BIGINT * 1000
      WHEN ${cell} BETWEEN 100000000000000 AND 99999999999999999 THEN ${cell}::BIGINT
      WHEN ${cell} BETWEEN 100000000000000000 AND 9223372036854775807 THEN ${cell}::BIGINT // 1000 END)`,
  };
}

function localSql(cell: string, offset: bigint | undefined): Micros {
  return {
    value: `(CASE WHEN isfinite(${cell}::TIMESTAMP) THEN epoch_us(${cell}) - ${offset} END)`,
    isLocal: 'true',
  };
}

function instantSql(cell: string): Micros {
  return { value: `(CASE WHEN isfinite(${cell}) THEN epoch_us(${cell}) END)` };
}

/** `offset`: undefined for a zone whose offset changes. */
function textSql(cell: string, offset: bigint | undefined): Micros {
  const isLocal = isAll(cell, localText);
  const time = `epoch_us(try_cast(rtrim(replace(${cell}, '+00:00', ''), 'Z') AS TIMESTAMP))`;
  const local = offset === undefined ? 'NULL' : `${time} - ${offset}`;
  return {
    value: `(CASE WHEN ${isLocal} THEN ${local} WHEN ${isAll(cell, utcText)} THEN ${time}
      WHEN ${isAll(cell, '[0-9]{10}')} AND ${cell} >= '1104537600' THEN try_cast(${cell} AS BIGINT) * 1000000
      WHEN ${isAll(cell, '[0-9]{13}')} THEN try_cast(${cell} AS BIGINT) * 1000 END)`,
    isLocal,
  };
}

/** The offset of a zone in microseconds; undefined for names of zones. */
function offsetMicros(zone: string): bigint | undefined {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (match === null) return zone === 'UTC' ? 0n : undefined;
  const minutes = BigInt(match[2] as string) * 60n + BigInt(match[3] as string);
  return minutes * 60_000_000n * (match[1] === '-' ? -1n : 1n);
}
