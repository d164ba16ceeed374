import { availableParallelism } from 'node:os';

/** Does the work once for each processor, at the same time; waits for all to end before it rejects. */
export async function inLanes<Result>(
  work: (lane: number, lanes: number) => Promise<Result>,
): Promise<Result[]> {
  const lanes = availableParallelism();
  const ends = await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => work(lane, lanes)));
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
