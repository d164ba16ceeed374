import { Random } from './random.ts';

/** Syllables by script; the words of a language are made of those of its script. */
const scripts = {
  latin: syllables('b c d f g h l m n p r s t v z ch sh th st tr', 'a e i o u an en in on er'),
  spanish: syllables('b c d f g l m n p r s t v ll ñ', 'a e i o u á é ó ar es os'),
  cyrillic: syllables('б в г д з к л м н п р с т', 'а е и о у ы ов ен'),
  arabic: syllables('ب ت ج ح د ر س ش ع ف ق ك ل م ن', 'ا و ي ة'),
  devanagari: syllables('क ख ग च ज ट ड त द न प ब म र ल व स ह', 'ा ि ी े ो'),
  thai: syllables('ก ข ค ง จ ช ด ต ท น บ ป ม ย ร ล ว ส', 'า ิ ี อ ุ'),
  han: characters(0x4e00, 1200, 7),
  kana: characters(0x3042, 80, 1),
  hangul: characters(0xac00, 580, 19),
};

type Script = keyof typeof scripts;

/** Languages by frequency, with the scripts in which their captions are written. */
const spoken: readonly (readonly [code: string, script: Script])[] = [
  ...([
    ['en', 'latin'],
    ['es', 'spanish'],
    ['pt', 'spanish'],
    ['id', 'latin'],
    ['ru', 'cyrillic'],
  ] as const),
  ...([
    ['ar', 'arabic'],
    ['vi', 'latin'],
    ['tr', 'latin'],
    ['de', 'latin'],
    ['th', 'thai'],
  ] as const),
  ...([
    ['fr', 'spanish'],
    ['ja', 'kana'],
    ['ko', 'hangul'],
    ['hi', 'devanagari'],
    ['it', 'spanish'],
  ] as const),
  ...([
    ['pl', 'latin'],
    ['ms', 'latin'],
    ['uk', 'cyrillic'],
    ['ro', 'latin'],
    ['nl', 'latin'],
  ] as const),
  ...([
    ['un', 'latin'],
    ['ur', 'arabic'],
    ['zh-Hant', 'han'],
    ['fa', 'arabic'],
    ['cs', 'latin'],
  ] as const),
  ...([
    ['sv', 'latin'],
    ['bg', 'cyrillic'],
    ['fil', 'latin'],
    ['kk', 'cyrillic'],
    ['ne', 'devanagari'],
  ] as const),
];

export const countries =
  'US BR ID MX RU PH VN TH TR GB SA PK EG IQ DE FR JP CO MY AR ES IT PE KR CA UA PL RO KZ BD NG ZA CL EC AU NL SE MA DZ NP'.split(
    ' ',
  );
const emoji =
  '😂 ❤️ 🥰 😭 🔥 ✨ 😍 🤣 💕 🥺 🙏 💗 👀 🎶 😅 💯 🫶 💀 👩‍❤️‍👨 ❤️‍🩹 😂😂 😂😂😂 🔥🔥🔥 🇧🇷 🇺🇸 !! ... ?'.split(
    ' ',
  );
const usualTags =
  'fyp foryou viral foryoupage parati fypシ trending love funny capcut duet xyzbca dance comedy music fypage viralvideo fy'.split(
    ' ',
  );

const wordsOfLanguage = 40_000;
const tagsMax = 1_200_000;

/** A language of captions. */
export interface Language {
  readonly code: string;
  readonly place: number;
  /** Words by their frequency. */
  readonly words: readonly string[];
  /** Between words. */
  readonly separator: string;
}

export const languages: readonly Language[] = spoken.map(([code, script], place) => ({
  code,
  place,
  words: wordsOf(script, place),
  separator: script === 'thai' || script === 'han' || script === 'kana' ? '' : ' ',
}));

export function someLanguage(random: Random): Language {
  return languages[random.rank(languages.length, 1.2)] as Language;
}

export function word(language: Language, rank: number): string {
  return language.words[rank % wordsOfLanguage] as string;
}

/** Some words of a text. */
export function words(random: Random, language: Language, count: number): string {
  let text = word(language, random.rank(wordsOfLanguage, 2.7));
  for (let i = 1; i < count; i++) {
    // Names, numbers and mistakes of writing belong to no vocabulary.
    const next = random.happens(0.035)
      ? word(language, random.below(wordsOfLanguage)) + random.below(3_000)
      : word(language, random.rank(wordsOfLanguage, 2.7));
    text += language.separator + next;
  }
  return text;
}

/** Some hashtags, a blank between them: those of all languages, by their frequency. */
export function tags(random: Random, count: number): string {
  let text = '';
  for (let i = 0; i < count; i++) text += `${i === 0 ? '#' : ' #'}${tag(random.rank(tagsMax, 2))}`;
  return text;
}

function tag(rank: number): string {
  const language = languages[rank % languages.length] as Language;
  return usualTags[rank] ?? word(language, rank) + word(language, rank >> 5);
}

export function someEmoji(random: Random): string {
  return emoji[random.rank(emoji.length, 1.5)] as string;
}

/** How many words a text has: few most of the time. */
export function wordCount(random: Random, mean: number, most: number): number {
  return Math.min(most, Math.max(1, Math.floor(Math.exp(mean + 0.85 * random.normal()))));
}

function wordsOf(script: Script, seed: number): string[] {
  const random = new Random(1 + seed);
  const known = scripts[script];
  return Array.from({ length: wordsOfLanguage }, (_, rank) => {
    const count = 1 + (rank > 20 ? 1 : 0) + (rank > 400 ? random.below(2) : 0) + (rank > 8_000 ? 1 : 0);
    return Array.from({ length: count }, () => known[random.below(known.length)]).join('');
  });
}

function syllables(consonants: string, vowels: string): string[] {
  return consonants.split(' ').flatMap((first) => vowels.split(' ').map((second) => first + second));
}

function characters(first: number, count: number, step: number): string[] {
  return Array.from({ length: count }, (_, i) => String.fromCodePoint(first + step * i));
}
