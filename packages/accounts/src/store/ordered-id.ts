import { monotonicFactory, type ULIDFactory } from 'ulid';

let makeUlid: ULIDFactory = monotonicFactory();
let latest = 0;

/**
 * An id `<prefix>_<ULID>`. Ids made by one process within one millisecond ascend too, so that a list ordered by time and
 * id has the order of creation.
 *
 * @param now milliseconds since 1970
 */
export function orderedId(prefix: string, now: number): string {
  // A monotonic factory never goes back; a clock that was set back would get ids of the future.
  if (now < latest) makeUlid = monotonicFactory();
  latest = now;
  return `${prefix}_${makeUlid(now)}`;
}
