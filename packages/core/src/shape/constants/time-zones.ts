import { zoneOffsets } from './zone-offsets.ts';

/** A span of time with one offset from UTC, in microseconds. */
export interface OffsetSpan {
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
  readonly offset: bigint;
}

const minute = 60_000_000n;

/** The times of which offsets are known: 2010 to 2035, in microseconds since 1970. */
export const knownOffsets = {
  start: BigInt(zoneOffsets.from) * minute,
  /** Exclusive. */
  end: BigInt(zoneOffsets.to) * minute,
};

const lines = new Map(
  zoneOffsets.zones.flatMap((line) => {
    const [names = '', spans = ''] = line.split(' = ');
    return names.split(' ').map((name) => [name, spans] as const);
  }),
);
const known = new Map<string, readonly OffsetSpan[]>();

/** The offsets of a time zone in {@link knownOffsets}, in order; undefined for a name that DuckDB does not have. */
export function offsetSpans(zone: string): readonly OffsetSpan[] | undefined {
  const line = lines.get(zone);
  if (line === undefined) return undefined;
  const spans = known.get(zone) ?? readSpans(line);
  known.set(zone, spans);
  return spans;
}

function readSpans(line: string): OffsetSpan[] {
  const parts = line.split(' ').map((part) => {
    const [offset = '', start = zoneOffsets.from] = part.split('@');
    return { offset: BigInt(offset) * minute, start: BigInt(start) * minute };
  });
  return parts.map((part, at) => ({ ...part, end: parts[at + 1]?.start ?? knownOffsets.end }));
}

/** Whether DuckDB has a time zone of this name. */
export function isKnownZone(zone: string): boolean {
  return lines.has(zone);
}

/** Whether whole hours of a time zone are whole hours of UTC. */
export function hasWholeHours(zone: string): boolean {
  return offsetSpans(zone)?.every(({ offset }) => offset % (60n * minute) === 0n) === true;
}
