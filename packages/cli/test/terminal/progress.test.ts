import { expect, test, vi } from 'vitest';
import type { Output } from '../../src/terminal/output.ts';
import { Progress } from '../../src/terminal/progress.ts';
import { bytesText, countText, durationText, plural } from '../../src/terminal/quantities.ts';

function recorder(isTerminal: boolean) {
  const written: string[] = [];
  const output = {
    isTerminal,
    columns: isTerminal ? 60 : undefined,
    write: async (text: string) => void written.push(text),
    line: async (text: string) => void written.push(`${text}\n`),
  } as unknown as Output;
  return { written, output };
}

test('a log gets a line every few seconds, a terminal a bar, quiet nothing', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const log = recorder(false);
    const terminal = recorder(true);
    const quiet = recorder(true);
    const all = [
      new Progress(log.output),
      new Progress(terminal.output),
      new Progress(quiet.output, { quiet: true }),
    ];
    for (let done = 0; done <= 100; done++) {
      for (const progress of all) progress.update({ phase: 'videos', done, total: 100 });
      vi.advanceTimersByTime(100);
    }
    for (const progress of all) progress.end();
    expect(log.written).toHaveLength(3);
    expect(log.written[0]).toMatch(/^videos {2}30 % {2}3\.0 s\n$/);
    expect(terminal.written.length).toBeGreaterThan(90);
    expect(terminal.written.every((text) => text.startsWith('\r\u001b[2K') && text.length <= 64)).toBe(true);
    expect(terminal.written.at(-1)).toBe('\r\u001b[2K');
    expect(quiet.written).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('a long phase tells how long it still takes', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { written, output } = recorder(false);
    const progress = new Progress(output);
    for (let done = 0; done <= 100; done++) {
      progress.update({ phase: 'read', done, total: 100 });
      vi.advanceTimersByTime(1000);
    }
    expect(written[0]).toMatch(/^read {2}3 % {2}3\.0 s\n$/);
    expect(written[2]).toMatch(/^read {2}9 % {2}9\.0 s {2}about 1 min 31 s left\n$/);
    expect(written.at(-1)).toMatch(/^read {2}99 % {2}1 min 39 s\n$/);
  } finally {
    vi.useRealTimers();
  }
});

test('a step that reports nothing for long shows that time passes', () => {
  vi.useFakeTimers();
  try {
    const log = recorder(false);
    const terminal = recorder(true);
    const both = [new Progress(log.output), new Progress(terminal.output)];
    vi.advanceTimersByTime(3_000);
    for (const progress of both) progress.update({ phase: 'merging videos', done: 3, total: 4 });
    vi.advanceTimersByTime(65_000);
    for (const progress of both) progress.end();
    vi.advanceTimersByTime(65_000);
    expect(log.written).toEqual([
      'merging videos  75 %  3.0 s\n',
      'merging videos  75 %  33.0 s\n',
      'merging videos  75 %  1 min 3 s\n',
    ]);
    expect(terminal.written.at(-2)).toContain('1 min 8 s');
    expect(terminal.written.at(-1)).toBe('\r\u001b[2K');
  } finally {
    vi.useRealTimers();
  }
});

test('quantities read well', () => {
  expect([countText(1234567), plural(1, 'row'), plural(0, 'row'), plural(2000, 'file')]).toEqual([
    '1,234,567',
    '1 row',
    '0 rows',
    '2,000 files',
  ]);
  expect([bytesText(0), bytesText(1023), bytesText(1536), bytesText(5 * 2 ** 30)]).toEqual([
    '0 B',
    '1023 B',
    '1.5 KiB',
    '5.0 GiB',
  ]);
  const durations = [12.4, 3450, 125_000, 11_400_000, 353_000_000];
  expect(durations.map(durationText)).toEqual(['12 ms', '3.5 s', '2 min 5 s', '3 h 10 min', '4 d 2 h']);
});
