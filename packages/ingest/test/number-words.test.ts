import { expect, test } from 'vitest';
import { noteCountWord, readCount } from '../src/values/count.ts';
import { WordsSeen } from '../src/values/number-words.ts';

const languages = 'en de fr it ru uk pl nl tr ar fa ur hi zh zh-TW ja ko vi id th es pt en-IN bn'.split(' ');

/** The count, or the reason why the field is refused. */
function read(value: string, words?: WordsSeen): number | string | null {
  let reason: string | undefined;
  const context = {
    notes: { add: () => {} },
    refuseField: (refusal: Error) => {
      reason = refusal.message;
    },
  };
  const count = readCount(value, 'views', context as unknown as Parameters<typeof readCount>[2], words);
  return reason ?? (count === null ? null : Number(count));
}

const numbers = [
  1_200, 2_000, 5_000, 12_000, 120_000, 1_200_000, 2_000_000, 12_000_000, 120_000_000, 1_200_000_000,
];

test.each(languages)(
  'counts as %s writes them are read beside others of their column, or refused',
  (language) => {
    for (const compactDisplay of ['short', 'long'] as const) {
      const format = new Intl.NumberFormat(language, { notation: 'compact', compactDisplay });
      const texts = numbers.map((number) => format.format(number));
      const column = new WordsSeen();
      for (const text of texts) noteCountWord(text, column);
      const results = texts.map((text) => read(text, column));
      const wrong = results.filter((result, i) => typeof result === 'number' && result !== numbers[i]);
      expect(wrong).toEqual([]);
      const understood = results.filter((result) => typeof result === 'number').length;
      expect(understood).toBeGreaterThanOrEqual(7);
    }
  },
);

test('words that languages use for different powers are refused alone', () => {
  for (const text of ['12 B', '12 N', '1,2 B', '5 T', '3 mil.', '2 zillion', '1.234 тыс.', '7 apples'])
    expect(read(text)).toMatch(/is (?:ambiguous|not a count)/);
  expect(read('1.2B')).toBe(1_200_000_000);
  const turkish = new WordsSeen();
  for (const text of ['12 B görüntüleme', '1,2 Mn görüntüleme']) noteCountWord(text, turkish);
  expect(read('12 B görüntüleme', turkish)).toBe(12_000);
  const indonesian = new WordsSeen();
  for (const text of ['12 rb', '1,2 M']) noteCountWord(text, indonesian);
  expect(read('1,2 M', indonesian)).toBe(1_200_000_000);
});

test('points that separate thousands are told by the other values of the column', () => {
  const grouped = new WordsSeen();
  for (const text of ['12.345', '1.234.567']) noteCountWord(text, grouped);
  expect([read('12.345', grouped), read('12.000', grouped)]).toEqual([12_345, 12_000]);
  const decimal = new WordsSeen();
  noteCountWord('686000.0', decimal);
  expect(read('12.000', decimal)).toBe(12);
  expect(read('12.000')).toMatch(/is not a count/);
});

test('digits of all scripts, Indian groups and marks of direction', () => {
  expect(read('۱٫۲ میلیون')).toBe(1_200_000);
  expect(read('\u200f12 ألف')).toBe(12_000);
  expect(read('1,23,456')).toBe(123_456);
  expect(read('1.2w')).toBe(12_000);
  expect(read('5万次观看')).toBe(50_000);
  expect(read('1,2 Mio. Aufrufe')).toBe(1_200_000);
});
