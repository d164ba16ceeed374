/** A language of the generated short videos. */
export interface Language {
  /** The BCP 47 code. */
  code: string;
  /** Share of all videos, in thousandths of the sum over all languages. */
  share: number;
  /** Key into `syllables`. */
  script: string;
  /** ISO 3166-1 alpha-2 codes. A repeated code is proportionally more frequent. */
  regions: string;
  /** The text before the uploader's name in the title of a sound that was made for a video. */
  originalSound: string;
}

export const languages: readonly Language[] = [
  {
    code: 'en',
    share: 260,
    script: 'latin',
    regions: 'US US US US GB GB CA AU IN NG ZA IE NZ KE GH PK',
    originalSound: 'original sound',
  },
  {
    code: 'es',
    share: 110,
    script: 'latin',
    regions: 'MX MX ES AR CO PE CL EC VE DO GT',
    originalSound: 'sonido original',
  },
  { code: 'pt', share: 80, script: 'latin', regions: 'BR BR BR BR PT', originalSound: 'som original' },
  { code: 'id', share: 80, script: 'latin', regions: 'ID', originalSound: 'suara asli' },
  { code: 'ru', share: 60, script: 'cyrillic', regions: 'RU RU KZ BY', originalSound: 'оригинальный звук' },
  {
    code: 'ar',
    share: 60,
    script: 'arabic',
    regions: 'SA EG IQ AE MA DZ JO KW',
    originalSound: 'الصوت الأصلي',
  },
  { code: 'vi', share: 45, script: 'latin', regions: 'VN', originalSound: 'nhạc nền' },
  { code: 'tr', share: 35, script: 'latin', regions: 'TR', originalSound: 'orijinal ses' },
  { code: 'th', share: 35, script: 'thai', regions: 'TH', originalSound: 'เสียงต้นฉบับ' },
  { code: 'fr', share: 32, script: 'latin', regions: 'FR FR BE CI SN', originalSound: 'son original' },
  { code: 'de', share: 26, script: 'latin', regions: 'DE DE AT CH', originalSound: 'Originalton' },
  { code: 'ja', share: 25, script: 'kana', regions: 'JP', originalSound: 'オリジナル楽曲' },
  { code: 'zh', share: 20, script: 'han', regions: 'TW HK SG', originalSound: '原聲' },
  { code: 'it', share: 18, script: 'latin', regions: 'IT', originalSound: 'suono originale' },
  { code: 'ko', share: 16, script: 'hangul', regions: 'KR', originalSound: '오리지널 사운드' },
  { code: 'hi', share: 15, script: 'devanagari', regions: 'IN', originalSound: 'मूल ध्वनि' },
  { code: 'pl', share: 12, script: 'latin', regions: 'PL', originalSound: 'oryginalny dźwięk' },
  { code: 'fil', share: 12, script: 'latin', regions: 'PH', originalSound: 'orihinal na tunog' },
  { code: 'ro', share: 9, script: 'latin', regions: 'RO MD', originalSound: 'sunet original' },
  { code: 'uk', share: 8, script: 'cyrillic', regions: 'UA', originalSound: 'оригінальний звук' },
  { code: 'ms', share: 8, script: 'latin', regions: 'MY', originalSound: 'bunyi asal' },
  { code: 'nl', share: 7, script: 'latin', regions: 'NL BE', originalSound: 'origineel geluid' },
  { code: 'ur', share: 5, script: 'arabic', regions: 'PK', originalSound: 'اصل آواز' },
  { code: 'bn', share: 5, script: 'bengali', regions: 'BD', originalSound: 'মূল সাউন্ড' },
  { code: 'fa', share: 4, script: 'arabic', regions: 'AF', originalSound: 'صدای اصلی' },
  { code: 'sv', share: 3, script: 'latin', regions: 'SE', originalSound: 'originalljud' },
  { code: 'cs', share: 3, script: 'latin', regions: 'CZ', originalSound: 'původní zvuk' },
  { code: 'hu', share: 3, script: 'latin', regions: 'HU', originalSound: 'eredeti hang' },
  { code: 'el', share: 3, script: 'greek', regions: 'GR CY', originalSound: 'πρωτότυπος ήχος' },
  { code: 'he', share: 3, script: 'hebrew', regions: 'IL', originalSound: 'צליל מקורי' },
];
