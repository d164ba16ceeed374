import type { Random } from './random.ts';

/** Kinds of values whose expressions fit together. */
type Kind = 'number' | 'text' | 'truth' | 'time' | 'list';

const columns: Readonly<Record<Kind, readonly string[]>> = {
  number: ['play_count', 'like_count', 'comment_count', 'share_count', 'duration_ms'],
  text: ['author', 'description', 'region', 'language', 'video_id'],
  truth: ['is_ad', 'is_ai_generated', 'has_transcript'],
  time: ['create_time', 'indexed_at'],
  list: ['hashtags', 'mentions'],
};

/** Ways to make a value of a kind: `#n`, `#t`, `#b`, `#d`, `#l` stand for a number, text, truth, time, list. */
const forms: Readonly<Record<Kind, readonly string[]>> = {
  number: [
    '#n + #n',
    '#n * 2',
    '#n - #n',
    '#n / nullif(#n, 0)',
    '#n // 3',
    'abs(#n)',
    'round(#n / 7, 2)',
    'length(#t)',
    'len(#l)',
    'coalesce(#n, 0)',
    'greatest(#n, #n)',
    'year(#d)',
    "date_diff('day', #d, #d)",
    'hash(#t) % 97',
    'CASE WHEN #b THEN #n ELSE #n END',
    'levenshtein(#t, #t)',
    'list_sum(list_transform(#l, lambda x: length(x)))',
    'TRY_CAST(#t AS INTEGER)',
    'sqrt(abs(#n))',
    '(SELECT max(play_count) FROM videos w WHERE #b)',
    'strpos(#t, #t)',
  ],
  text: [
    'lower(#t)',
    "#t || '-' || #t",
    'left(#t, 3)',
    "concat_ws('/', #t, #t)",
    "regexp_replace(#t, '[aeiou]', '*', 'g')",
    "coalesce(#t, '')",
    '#n::VARCHAR',
    "strftime(#d, '%Y-%m')",
    '#l[1]',
    "array_to_string(#l, ',')",
    'md5(#t)',
    "CASE WHEN #b THEN #t ELSE 'x' END",
    "printf('%d', #n)",
    "lpad(#t, 12, '.')",
    'dayname(#d)',
    "split_part(#t, 'a', 1)",
    "to_json(#l) ->> '$[0]'",
    'typeof(#n)',
    "{'a': #t, 'b': #n}.a",
    "MAP {'k': #t}['k']",
  ],
  truth: [
    '#n > #n',
    '#n BETWEEN 1 AND 500',
    "#t LIKE '%a%'",
    "#t ILIKE 'A%'",
    "#t IN ('DE', 'FR')",
    '#b AND #b',
    '#b OR #b',
    'NOT #b',
    '#n IS NULL',
    '#t = #t',
    "regexp_matches(#t, '^[a-m]')",
    'list_contains(#l, #t)',
    '#d < #d',
    "#d >= TIMESTAMPTZ '2026-02-01'",
    '#n IS DISTINCT FROM #n',
    'EXISTS (FROM video_hashtags h WHERE h.hashtag = #t)',
    'video_id IN (SELECT video_id FROM video_hashtags)',
    "starts_with(#t, 'u')",
    'len(#l) > 1',
  ],
  time: [
    "date_trunc('month', #d)",
    '#d + INTERVAL 3 DAYS',
    '#d - to_hours(5)',
    "time_bucket(INTERVAL '1 week', #d)",
    'greatest(#d, #d)',
    'CASE WHEN #b THEN #d END',
    "coalesce(#d, TIMESTAMPTZ '2026-01-01')",
  ],
  list: [
    'list_sort(#l)',
    'list_distinct(#l)',
    'list_transform(#l, lambda x: upper(x))',
    '#l || [#t]',
    '#l[1:2]',
    "list_filter(#l, lambda x: x LIKE '%1')",
    "string_split(#t, ' ')",
    '[#t, #t]',
    "[x || '!' FOR x IN #l]",
  ],
};

const aggregates = [
  'count(*)',
  'sum(#n)',
  'avg(#n)',
  'min(#t)',
  'max(#d)',
  'count(DISTINCT #t)',
  'count(*) FILTER (WHERE #b)',
  'quantile_cont(#n, 0.9)',
  'median(#n)',
  "string_agg(#t, ',' ORDER BY video_id)",
  'list(#n ORDER BY video_id)',
  'arg_max(video_id, #n)',
  'bool_or(#b)',
  'mode(#t)',
  'approx_count_distinct(#t)',
  'histogram(#t)',
  'stddev(#n)',
];
const windows = [
  'row_number() OVER (PARTITION BY #t ORDER BY video_id)',
  'lag(#n) OVER (ORDER BY video_id)',
  'sum(#n) OVER (PARTITION BY #t ORDER BY video_id ROWS 3 PRECEDING)',
  'ntile(4) OVER (ORDER BY #n, video_id)',
  'first_value(#t) OVER (PARTITION BY region ORDER BY video_id)',
  'count(*) OVER (PARTITION BY #b)',
];
const letters: Readonly<Record<string, Kind>> = { n: 'number', t: 'text', b: 'truth', d: 'time', l: 'list' };
const kinds = Object.keys(columns) as Kind[];

/** SELECT statements that an analyst might write: well typed, so that nearly all of them run. */
export class TypedGrammar {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  statement(): string {
    const random = this.#random;
    const limit = random.chance(0.7) ? ` LIMIT ${1 + random.below(50)}` : '';
    switch (random.below(5)) {
      case 0:
        return `SELECT ${this.#of('text')} AS k, ${this.#filled(random.pick(aggregates))} AS v FROM videos WHERE ${this.#of('truth')} GROUP BY ALL ORDER BY ALL${limit}`;
      case 1:
        return `SELECT video_id, ${this.#filled(random.pick(windows))} AS w FROM videos QUALIFY w IS NOT NULL ORDER BY video_id${limit}`;
      case 2:
        return `WITH part AS (SELECT *, ${this.#of(random.pick(kinds))} AS made FROM videos WHERE ${this.#of('truth')}) SELECT made, count(*) FROM part GROUP BY made ORDER BY ALL${limit}`;
      case 3:
        return `SELECT ${random.some(1, 3, () => this.#filled(random.pick(aggregates))).join(', ')} FROM videos JOIN video_hashtags h USING (video_id, create_time) WHERE ${this.#of('truth')}`;
      default:
        return `SELECT ${random.some(1, 4, () => this.#of(random.pick(kinds))).join(', ')} FROM videos WHERE ${this.#of('truth')} ORDER BY video_id${limit}`;
    }
  }

  #of(kind: Kind, depth = 2): string {
    const random = this.#random;
    if (depth === 0 || random.chance(0.2)) return random.pick(columns[kind]);
    return `(${this.#filled(random.pick(forms[kind]), depth - 1)})`;
  }

  #filled(form: string, depth = 2): string {
    return form.replace(/#([ntbdl])/g, (_, letter: string) => this.#of(letters[letter] as Kind, depth));
  }
}
