/** Words for powers of ten by language: word in lower case without a final point → power. Source: CLDR compact formats. */
const languages: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // The letters that the platforms' own pages show in most languages.
  letters: { k: 3, m: 6, b: 9, t: 12 },
  en: {
    ...{ k: 3, thousand: 3, thousands: 3, thsd: 3, m: 6, mn: 6, mln: 6, mio: 6, million: 6, millions: 6 },
    ...{ b: 9, bn: 9, billion: 9, billions: 9, trillion: 12, trillions: 12 },
  },
  'en-in': {
    ...{ k: 3, thousand: 3, lakh: 5, lakhs: 5, lac: 5, lacs: 5, crore: 7, crores: 7, cr: 7, l: 5 },
    ...{ million: 6, 'lakh crore': 12 },
  },
  de: {
    ...{ tsd: 3, tausend: 3, mio: 6, million: 6, millionen: 6, mrd: 9, mia: 9, milliarde: 9 },
    ...{ milliarden: 9 },
  },
  fr: {
    ...{ k: 3, mille: 3, millier: 3, milliers: 3, m: 6, mio: 6, million: 6, millions: 6, md: 9, mrd: 9 },
    ...{ milliard: 9, milliards: 9 },
  },
  es: {
    ...{ mil: 3, 'mil.': 3, miles: 3, m: 6, mill: 6, millón: 6, millon: 6, millones: 6, 'mil m': 9 },
    ...{ 'mil millones': 9, 'mil mill': 9 },
  },
  pt: {
    ...{ mil: 3, mi: 6, milhão: 6, milhao: 6, milhões: 6, milhoes: 6, bi: 9, bilhão: 9, bilhões: 9 },
    ...{ 'mil milhões': 9, tri: 12, trilhão: 12, trilhões: 12 },
  },
  it: {
    ...{ k: 3, mila: 3, mille: 3, mln: 6, mio: 6, milione: 6, milioni: 6, mld: 9, mrd: 9 },
    ...{ miliardo: 9, miliardi: 9 },
  },
  ru: {
    ...{ т: 3, тыс: 3, тысяча: 3, тысячи: 3, тысяч: 3, м: 6, млн: 6, миллион: 6, миллиона: 6 },
    ...{ миллионов: 6, млрд: 9, миллиард: 9, миллиарда: 9, миллиардов: 9, трлн: 12 },
  },
  uk: {
    ...{ тис: 3, тисяча: 3, тисячі: 3, тисяч: 3, млн: 6, мільйон: 6, мільйона: 6, мільйони: 6 },
    ...{ мільйонів: 6, млрд: 9, мільярд: 9, мільярда: 9, мільярди: 9, мільярдів: 9, трлн: 12 },
  },
  pl: {
    ...{ tys: 3, tysiąc: 3, tysiąca: 3, tysiące: 3, tysięcy: 3, mln: 6, milion: 6, miliona: 6 },
    ...{ miliony: 6, milionów: 6, mld: 9, miliard: 9, miliarda: 9, miliardy: 9, miliardów: 9 },
  },
  cs: { tis: 3, tisíc: 3, 'mil.': 6, milion: 6, milionu: 6, milionů: 6, mld: 9, mrd: 9 },
  ro: { mii: 3, 'mil.': 6, milion: 6, milioane: 6, mld: 9, miliarde: 9 },
  nl: {
    ...{ k: 3, d: 3, dzd: 3, duizend: 3, mln: 6, mio: 6, miljoen: 6, mld: 9, mrd: 9, miljard: 9 },
  },
  tr: {
    ...{ b: 3, bin: 3, mn: 6, milyon: 6, mr: 9, mlr: 9, milyar: 9, trilyon: 12 },
  },
  ar: {
    ...{
      ألف: 3,
      الف: 3,
      آلاف: 3,
      ألفا: 3,
      مليون: 6,
      ملايين: 6,
      مليار: 9,
      مليارات: 9,
      ترليون: 12,
      تريليون: 12,
    },
  },
  fa: { هزار: 3, میلیون: 6, ملیون: 6, میلیارد: 9, تریلیون: 12, هزارمیلیارد: 12 },
  ur: { ہزار: 3, لاکھ: 5, کروڑ: 7, ملین: 6, ارب: 9, کھرب: 11 },
  hi: {
    ...{ हज़ार: 3, हजार: 3, लाख: 5, मिलियन: 6, करोड़: 7, करोड: 7, 'क॰': 7, अरब: 9, 'अ॰': 9, बिलियन: 9 },
    ...{ खरब: 11, 'ख॰': 11 },
  },
  bn: { হাজার: 3, হা: 3, লাখ: 5, লক্ষ: 5, লা: 5, মিলিয়ন: 6, কোটি: 7, কো: 7, 'লাখ কোটি': 12 },
  zh: {
    ...{ 千: 3, w: 4, 万: 4, 萬: 4, 百万: 6, 百萬: 6, 千万: 7, 千萬: 7, 亿: 8, 億: 8, 万亿: 12, 萬億: 12 },
  },
  ja: { 千: 3, 万: 4, 百万: 6, 千万: 7, 億: 8, 兆: 12 },
  ko: { 천: 3, 만: 4, 백만: 6, 천만: 7, 억: 8, 조: 12 },
  vi: {
    ...{ n: 3, k: 3, nghìn: 3, ngàn: 3, tr: 6, triệu: 6, t: 9, tỷ: 9, tỉ: 9, nt: 12, 'nghìn tỷ': 12 },
  },
  id: {
    ...{ rb: 3, ribu: 3, jt: 6, juta: 6, m: 9, miliar: 9, milyar: 9, t: 12, triliun: 12 },
  },
  th: {
    ...{ พัน: 3, หมื่น: 4, แสน: 5, ล้าน: 6, พันล้าน: 9, หมื่นล้าน: 10, แสนล้าน: 11, ล้านล้าน: 12 },
  },
};

/** Words that other languages use for another power: they count only beside a word that is the language's own. */
const weakWords: Readonly<Record<string, readonly string[]>> = {
  letters: ['b', 't'],
  en: ['b'],
  tr: ['b'],
  vi: ['n', 't', 'k', 'nt'],
  id: ['m', 't'],
  nl: ['d'],
  'en-in': ['l'],
  ru: ['т', 'м'],
};

/** Languages that write a fraction with a point; others write it with a comma, and the letters are used with both. */
const pointLanguages: ReadonlySet<string> = new Set([
  'en',
  'en-in',
  'ur',
  'hi',
  'bn',
  'zh',
  'ja',
  'ko',
  'th',
]);
const bothLanguages: ReadonlySet<string> = new Set(['letters', 'ar', 'fa', 'vi', 'zh', 'ja', 'ko', 'th']);

const byWord = new Map<string, Map<string, number>>();
for (const [language, words] of Object.entries(languages)) {
  for (const [word, power] of Object.entries(words)) {
    const key = word.normalize('NFC');
    const known = byWord.get(key) ?? new Map<string, number>();
    byWord.set(key, known.set(language, power));
  }
}

/** Longest first, so that `mil millones` is not read as `mil`. */
const phrases = [...byWord.keys()].sort((a, b) => b.length - a.length);

const phraseLengthMax = phrases[0]?.length ?? 0;

/** The word for a power at the beginning of a lower-case text, and what follows; undefined if there is none. */
export function takeNumberWord(text: string): { word: string; rest: string } | undefined {
  for (let length = Math.min(phraseLengthMax, text.length); length > 0; length--) {
    const word = text.slice(0, length);
    if (!byWord.has(word)) continue;
    const rest = text.slice(length);
    const isWhole =
      !/^[\p{L}\p{M}\p{N}]/u.test(rest) || /[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]$/u.test(word);
    if (isWhole) return { word, rest: rest.replace(/^[.॰]/, '') };
  }
  return undefined;
}

/** The words for powers of ten that a column uses, by which ambiguous ones are decided. */
export class WordsSeen {
  readonly words = new Set<string>();
  hasPoint = false;
  hasComma = false;

  /** Whether a value such as `12.345` shows that points separate thousands. */
  hasPointGroups = false;
  /** Whether a value such as `12.5` or `12.0` shows that a point is the decimal separator. */
  hasDecimals = false;

  addNumber(number: string): void {
    if (/^\d{1,3}(\.\d{3})+$/.test(number) && !/^\d{1,3}\.000$/.test(number)) this.hasPointGroups = true;
    else if (/^\d+\.(?!\d{3}$)\d*$/.test(number)) this.hasDecimals = true;
  }

  /** Adds what another column of the same file shows. */
  merge(other: WordsSeen): void {
    for (const word of other.words) this.words.add(word);
    this.hasPoint ||= other.hasPoint;
    this.hasComma ||= other.hasComma;
    this.hasPointGroups ||= other.hasPointGroups;
    this.hasDecimals ||= other.hasDecimals;
  }

  add(word: string, number: string): void {
    this.words.add(word);
    if (/\d\.\d{1,2}$/.test(number)) this.hasPoint = true;
    if (/\d,\d{1,2}$/.test(number)) this.hasComma = true;
  }

  /** The power of ten of a word; undefined if the words of the column do not decide it. */
  powerOf(word: string): number | undefined {
    const known = byWord.get(word);
    if (known === undefined) return undefined;
    const speaks = [...known.keys()].filter((language) =>
      [...this.words].every((other) => byWord.get(other)?.has(language) === true),
    );
    // Words of several languages: each is read on its own.
    const candidates = speaks.length > 0 ? speaks : [...known.keys()];
    const words = speaks.length > 0 ? [...this.words, word] : [word];
    const strong = candidates.filter((language) =>
      words.some((other) => byWord.get(other)?.has(language) && this.#isStrong(other, language)),
    );
    const fitting = strong.filter((language) => this.#fitsFractions(language));
    return only(fitting.map((language) => known.get(language) as number));
  }

  /** A fraction with a point makes `B` English: Turkish would write a comma. */
  #isStrong(word: string, language: string): boolean {
    if (language === 'letters' && this.hasPoint && !this.hasComma) return true;
    return weakWords[language]?.includes(word) !== true;
  }

  #fitsFractions(language: string): boolean {
    if (bothLanguages.has(language) || this.hasPoint === this.hasComma) return true;
    return pointLanguages.has(language) ? this.hasPoint : this.hasComma;
  }
}

function only(powers: readonly number[]): number | undefined {
  return new Set(powers).size === 1 ? powers[0] : undefined;
}
