/** Languages whose names of months are read. */
const languages =
  'es fr de pt it nl pl cs sk hr ro ru uk tr ar fa he hi bn id vi th sv da nb fi hu el bg sr ca et lv lt sl'.split(
    ' ',
  );

/** Abbreviations that pages use beside those of CLDR. */
const extra = {
  sept: 9,
  set: 9,
  out: 10,
  dez: 12,
  ene: 1,
  ago: 8,
  dic: 12,
  fev: 2,
  abr: 4,
  mai: 5,
  мая: 5,
  mrt: 3,
};

let months: ReadonlyMap<string, number> | undefined;

function bare(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/\p{M}|[.\u200f\u200e]/gu, '')
    .toLowerCase();
}

/** The months by their names in all languages; a word that languages use for different months is none. */
function monthNames(): ReadonlyMap<string, number> {
  if (months !== undefined) return months;
  const found = new Map<string, number>();
  const ambiguous = new Set<string>();
  const add = (word: string, month: number) => {
    if (word.length < 3 || /\d/.test(word)) return;
    const known = found.get(word);
    if (known !== undefined && known !== month) ambiguous.add(word);
    found.set(word, month);
  };
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const alone = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { month: style, timeZone: 'UTC' });
      const inDate = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, {
        ...{ day: 'numeric', month: style, year: 'numeric', timeZone: 'UTC' },
      });
      for (let month = 1; month <= 12; month++) {
        const date = new Date(Date.UTC(2024, month - 1, 15));
        add(bare(alone.format(date)), month);
        const part = inDate.formatToParts(date).find(({ type }) => type === 'month');
        if (part !== undefined) add(bare(part.value), month);
      }
    }
  }
  for (const [word, month] of Object.entries(extra)) if (!found.has(word)) found.set(word, month);
  for (const word of ambiguous) found.delete(word);
  months = found;
  return found;
}

/** Year, month, day, hour, minute and second. */
export type DateParts = readonly number[];

const clock =
  '(?:[,\\s]+(?:(?:a las?|às?|as|à|um|at|alle(?: ore)?|в|о|saat|kl\\.?|klo|o|u|la|pukul|lúc|เวลา)\\s+)?(\\d{1,2})[:.h](\\d{2})(?:[:.](\\d{2}))?(?:\\s?(?:uhr|hs?|ч\\.?|น\\.?|wib))?)?';

/** `15 juin 2024 13:13`, `15 de jun. de 2024 às 08:13`, `15 июня 2024 г., 14:13`, `15. Juni 2024`. */
const dayMonth = new RegExp(
  `^(?:\\p{L}+\\.?,?\\s+)?(\\d{1,2})(?:[.ºª]|er)?[\\s-]+(?:de |di |of )?(\\p{L}[\\p{L}\\p{M}]+\\.?)[\\s,-]+(?:de |del )?(\\d{4})(?:\\s?(?:года|року|г|р|r)\\.?)?${clock}$`,
  'iu',
);

/** `2024年6月15日 19:13`, `2024년 6월 15일 오후 8:13`. */
const yearMonthDay =
  /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]?(?:\s*\([^)]{1,3}\))?(?:\s*(上午|下午|午前|午後|오전|오후)?\s*(\d{1,2})[:时時시点]\s?(\d{2})?[分분]?(?::?\s?(\d{2})[秒초]?)?)?$/;

const afternoons: ReadonlySet<string> = new Set(['下午', '午後', '오후']);
const mornings: ReadonlySet<string> = new Set(['上午', '午前', '오전']);
const lengthMax = 80;

/** The parts of a date as languages other than English write it; undefined if it is none. */
export function partsOfLocalDate(text: string): DateParts | undefined {
  if (text.length > lengthMax || !/\d/.test(text)) return undefined;
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) as number) & 0xf));
  const east = yearMonthDay.exec(plain);
  if (east !== null) {
    const [, year, month, day, half = '', hour = '0', minute, second] = east;
    return [year, month, day, hourOf(Number(hour), half), minute, second].map((part) => Number(part ?? 0));
  }
  const match = dayMonth.exec(plain);
  const month = match === null ? undefined : monthNames().get(bare(match[2] ?? ''));
  if (match === null || month === undefined) return undefined;
  const [, day, , year, hour, minute, second] = match;
  return [year, month, day, hour, minute, second].map((part) => Number(part ?? 0));
}

function hourOf(hour: number, half: string): number {
  if (afternoons.has(half)) return (hour % 12) + 12;
  return mornings.has(half) ? hour % 12 : hour;
}
