/** 2016-08-01: the earliest creation time in IDs of short videos; older IDs have none. */
const shortvideoEarliest = 1_470_009_600n;
/** 2010-11-04: the first IDs of posts that contain their time. */
const microEpochMs = 1_288_834_974_657n;
/** 2013-01-01: older IDs of the professional network have no time. */
const networkEarliestMs = 1_356_998_400_000n;
const photoEpochMs = 1_314_220_021_721n;

/**
 * The creation time that an ID contains, in microseconds since 1970: the upper half of the ID of a short video is the
 * second of its upload; the upper bits of the ID of a post are milliseconds. Undefined for other IDs.
 */
export function creationTimeIn(id: unknown, platform: string, latestMicros: bigint): bigint | undefined {
  if (typeof id !== 'string' || !/^\d{15,20}$/.test(id)) return undefined;
  const micros = clocks[platform]?.(BigInt(id));
  return micros !== undefined && micros <= latestMicros ? micros : undefined;
}

const clocks: Readonly<Record<string, (id: bigint) => bigint | undefined>> = {
  shortvideo: (id) => {
    const second = id >> 32n;
    return second >= shortvideoEarliest ? second * 1_000_000n : undefined;
  },
  micro: (id) => ((id >> 22n) + microEpochMs) * 1_000n,
  photo: (id) => ((id >> 23n) + photoEpochMs) * 1_000n,
  network: (id) => (id >> 22n > networkEarliestMs ? (id >> 22n) * 1_000n : undefined),
};

/** The platforms whose IDs contain times. */
export const clockPlatforms = Object.keys(clocks);
