import type { MapContext } from '../observation.ts';
import { isBlank } from './text.ts';

/** Longest valid duration: one day. */
const durationMsMax = 86_400_000;

/**
 * A duration in milliseconds, from a number in the given unit, or from `"00:31"`, `"1:02:03"`, `"31s"`, `"31.5"`.
 * An invalid duration is unknown and counted as a note; the record is not refused.
 */
export function readDurationMs(value: unknown, unit: 's' | 'ms', context: MapContext): number | null {
  if (isBlank(value)) return null;
  const ms = parseDurationMs(value, unit);
  if (ms === undefined || ms < 0 || ms > durationMsMax) {
    context.notes.add('duration_dropped');
    return null;
  }
  return Math.round(ms);
}

function parseDurationMs(value: unknown, unit: 's' | 'ms'): number | undefined {
  const factor = unit === 's' ? 1000 : 1;
  if (typeof value === 'number') return value * factor;
  if (typeof value === 'bigint') return Number(value) * factor;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const clock = /^(?:(\d+):)?(\d{1,3}):(\d{2}(?:\.\d+)?)$/.exec(text);
  if (clock !== null) {
    return (Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) * 1000;
  }
  const number = /^(\d+(?:\.\d+|,\d{1,2})?) ?(ms|s|sec|secs|seconds?|seg|sek\.?|сек\.?|с|sn|秒|초)?$/iu.exec(
    text,
  );
  if (number === null) return undefined;
  const own = number[2]?.toLowerCase();
  return Number((number[1] ?? '').replace(',', '.')) * (own === undefined ? factor : own === 'ms' ? 1 : 1000);
}
