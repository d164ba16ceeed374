import { afterEach, expect, test, vi } from 'vitest';
import { listenForInterruption } from '../../src/terminal/interruption.ts';

afterEach(() => void vi.restoreAllMocks());

test('a signal that arrives twice is one; a later one ends the process', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  const interruption = listenForInterruption();
  try {
    process.emit('SIGINT');
    expect(interruption.signal.aborted).toBe(true);
    clock.mockReturnValue(10_050);
    process.emit('SIGINT');
    expect(exit).not.toHaveBeenCalled();
    clock.mockReturnValue(11_000);
    process.emit('SIGINT');
    expect(exit).toHaveBeenCalledExactlyOnceWith(130);
  } finally {
    interruption.stop();
  }
});
