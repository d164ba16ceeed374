import { expect, test, vi } from 'vitest';
import { makeRequestId } from '../src/request/request-id.ts';

test('request ids grow, also when the clock is set back', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const ids: string[] = [];
    for (const step of [0, 0, 86_400_000, -86_400_000, -3_600_000, 1, 0]) {
      vi.setSystemTime(Date.now() + step);
      ids.push(makeRequestId());
    }
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  } finally {
    vi.useRealTimers();
  }
});
