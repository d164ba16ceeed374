import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the next minute when this one is about to end: rate limits count by the minute of the clock. */
export async function withinOneMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 8_000) await sleep(left + 50);
}
