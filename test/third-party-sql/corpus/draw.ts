import { Random } from '../../fuzz/sql/random.ts';

const measures = ['play_count', 'like_count', 'comment_count', 'share_count', 'collect_count'];
const regions = ['US', 'DE', 'FR', 'BR', 'VN', 'ID', 'MX', 'GB', 'JP'];
const languages = ['en', 'de', 'es', 'pt', 'fr', 'id', 'ja'];
const words = ['dance', 'music', 'day', 'the', 'love', 'new', 'summer', 'a', 'is'];
const tags = ['fyp', 'dance', 'food', 'viral', 'music', 'travel', 'cat'];
const dates = ['2023-03-01', '2024-02-29', '2025-01-15', '2025-07-31', '2025-12-31', '2026-04-30'];

/** What stands for each hole of a template. */
const holes: Readonly<Record<string, (draw: Draw) => string>> = {
  /** Columns of videos: measure, category, text, time, flag, list. */
  m: (draw) => draw.pick(measures),
  c: (draw) => draw.pick(['region', 'language']),
  x: (draw) => draw.pick(['author', 'description', 'region', 'language', 'music_title', 'video_id']),
  t: (draw) => draw.pick(['create_time', 'indexed_at']),
  b: (draw) => draw.pick(['is_ad', 'is_ai_generated', 'has_transcript', 'author_verified']),
  l: (draw) => draw.pick(['hashtags', 'mentions']),
  /** Numbers: small, larger, with a fraction. */
  i: (draw) => String(1 + draw.below(9)),
  n: (draw) => String(10 + draw.below(490)),
  f: (draw) => `${draw.below(100)}.${1 + draw.below(99)}`,
  q: (draw) => draw.pick(['0.1', '0.25', '0.5', '0.75', '0.9', '0.99']),
  /** Literals of texts. */
  s: (draw) =>
    `'${draw.pick(['duckling', 'Hello World', 'a,b,c', 'x', '', 'ÄÖÜ', 'naïve café', '🦆 pond', ' padded '])}'`,
  w: (draw) => `'${draw.pick(words)}'`,
  R: (draw) => `'${draw.pick(regions)}'`,
  G: (draw) => `'${draw.pick(languages)}'`,
  H: (draw) => `'${draw.pick(tags)}'`,
  /** Literals of dates, parts of dates, intervals. */
  D: (draw) => `'${draw.pick(dates)}'`,
  T: (draw) =>
    `'${draw.pick(dates)} ${String(draw.below(24)).padStart(2, '0')}:${String(draw.below(60)).padStart(2, '0')}:07.25'`,
  u: (draw) => `'${draw.pick(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute'])}'`,
  U: (draw) => draw.pick(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second']),
  I: (draw) => `INTERVAL ${1 + draw.below(40)} ${draw.pick(['DAYS', 'HOURS', 'MONTHS', 'MINUTES', 'YEARS'])}`,
  /** Literals of lists. */
  L: (draw) => `[${draw.some(2, 6, () => String(draw.below(20))).join(', ')}]`,
  S: (draw) =>
    `[${draw.some(2, 5, () => `'${draw.pick(['duck', 'goose', 'swan', 'heron', 'Duck', 'a'])}'`).join(', ')}]`,
  N: (draw) => `[${draw.some(1, 4, () => draw.pick(['1', '2', '3', 'NULL'])).join(', ')}, 7]`,
  /** Aggregates that do not depend on the order of rows. */
  a: (draw) => draw.pick(['sum', 'min', 'max', 'avg', 'count', 'median', 'stddev_samp', 'var_pop']),
  j: (draw) => draw.pick(['INNER JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN']),
  o: (draw) => draw.pick(['=', '<>', '<', '<=', '>', '>=']),
  e: (draw) => draw.pick(['ASC', 'DESC', 'ASC NULLS FIRST', 'DESC NULLS LAST', 'ASC NULLS LAST']),
  z: (draw) =>
    draw.pick([
      'TINYINT',
      'SMALLINT',
      'INTEGER',
      'BIGINT',
      'HUGEINT',
      'UINTEGER',
      'UBIGINT',
      'DOUBLE',
      'FLOAT',
      'DECIMAL(18, 4)',
      'VARCHAR',
    ]),
};

const hole = /\{([a-zA-Z])(\d?)\}/g;

/** Draws that depend on the seed alone, and templates that are filled by them. */
export class Draw extends Random {
  /**
   * A template with its holes filled. `{m}` is a measure, and so on; a hole with a digit, as in `{c1}`, has the same text
   * everywhere in the template.
   */
  fill(template: string): string {
    const same = new Map<string, string>();
    return template.replace(hole, (whole, name: string, digit: string) => {
      const make = holes[name];
      if (make === undefined) throw new Error(`Unknown hole ${whole}`);
      if (digit === '') return make(this);
      const text = same.get(whole) ?? make(this);
      same.set(whole, text);
      return text;
    });
  }

  /** One of several templates, filled. */
  oneOf(templates: readonly string[]): string {
    return this.fill(this.pick(templates));
  }

  /** Some of the list without repetition, in its order. */
  few<T>(list: readonly T[], least: number, most: number): T[] {
    const left = list.map((item, position) => ({ item, position }));
    const count = Math.min(list.length, least + this.below(most - least + 1));
    const taken = Array.from({ length: count }, () => left.splice(this.below(left.length), 1)[0]);
    return taken
      .filter((each) => each !== undefined)
      .sort((a, b) => a.position - b.position)
      .map(({ item }) => item);
  }
}
