import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { TokenText } from '../syntax/token-text.ts';
import type { Suggestion, SyntaxRule } from './suggestion.ts';

/** The indexes of the tokens that are this word. */
function indexesOf(tokens: TokenText, ...words: string[]): number[] {
  return tokens.tokens.flatMap((_, index) => (words.includes(tokens.word(index)) ? [index] : []));
}

function replacement(tokens: TokenText, from: number, last: number, text: string, hint: string): Suggestion {
  const [start, end] = [tokens.start(from), tokens.end(last)];
  return { start, end, edits: [{ start, end, text }], hint };
}

function slice(tokens: TokenText, from: number, last: number): string {
  return tokens.text.slice(tokens.start(from), tokens.end(last));
}

/** The last token of the statement. */
function lastOf({ tokens }: TokenText): number {
  const end = tokens.findIndex(({ kind }) => kind === 'semicolon');
  return (end < 0 ? tokens.length : end) - 1;
}

/** `SELECT TOP 10 …` */
const top: SyntaxRule = (tokens) =>
  indexesOf(tokens, 'top').flatMap((index) => {
    if (!['select', 'distinct'].includes(tokens.word(index - 1))) return [];
    const isBracketed = tokens.symbol(index + 1) === '(';
    const count = tokens.raw(index + (isBracketed ? 2 : 1));
    if (!/^\d+$/.test(count)) return [];
    const last = index + (isBracketed ? 3 : 1);
    const end = tokens.end(lastOf(tokens));
    return [
      {
        start: tokens.start(index),
        end: tokens.end(last),
        edits: [
          { start: tokens.start(index), end: tokens.start(last + 1), text: '' },
          { start: end, end, text: ` LIMIT ${count}` },
        ],
        hint: `Remove TOP ${count} and write LIMIT ${count} at the end`,
      },
    ];
  });

/** Names in backticks. */
const backticks: SyntaxRule = (tokens) => {
  const ticks = tokens.tokens.filter(({ start, kind }) => kind === 'symbol' && tokens.text[start] === '`');
  const pairs = Array.from({ length: Math.floor(ticks.length / 2) }, (_, at) => {
    const [start, end] = [ticks[2 * at]?.start ?? 0, ticks[2 * at + 1]?.end ?? 0];
    return { start, end, text: sqlName(tokens.text.slice(start + 1, end - 1)) };
  });
  const [first] = pairs;
  if (first === undefined) return [];
  const hint = `Write ${first.text} instead of ${tokens.text.slice(first.start, first.end)}: names are quoted by double quotes`;
  return [{ start: 0, end: tokens.text.length, edits: pairs, hint }];
};

/** Names in square brackets, which are lists elsewhere: where one is an error, all that hold one name are names. */
const squareBrackets: SyntaxRule = (tokens) => {
  const names = tokens.tokens.flatMap((_, index) =>
    tokens.symbol(index) === '[' && tokens.name(index + 1) !== '' && tokens.symbol(index + 2) === ']'
      ? [index]
      : [],
  );
  const isTable = names.some(
    (index) => ['from', 'join'].includes(tokens.word(index - 1)) || tokens.symbol(index - 1) === '.',
  );
  const [first] = names;
  if (first === undefined || !isTable) return [];
  const edits = names.map((index) => ({
    start: tokens.start(index),
    end: tokens.end(index + 2),
    text: sqlName(tokens.raw(index + 1).replaceAll('"', '')),
  }));
  const hint = `Write ${edits[0]?.text ?? ''} instead of ${slice(tokens, first, first + 2)}: names are quoted by double quotes`;
  return [{ start: 0, end: tokens.text.length, edits, hint }];
};

/** `LIMIT 5, 10` */
const limitPair: SyntaxRule = (tokens) =>
  indexesOf(tokens, 'limit').flatMap((index) => {
    if (tokens.symbol(index + 2) !== ',') return [];
    const text = `LIMIT ${tokens.raw(index + 3)} OFFSET ${tokens.raw(index + 1)}`;
    return [replacement(tokens, index, index + 3, text, `Write ${text}`)];
  });

/** Words that another dialect has for one of DuckDB's, or that can be left out. */
const words: Readonly<Record<string, string>> = { straight_join: 'JOIN', minus: 'EXCEPT', prewhere: 'WHERE' };

const otherWords: SyntaxRule = (tokens) =>
  indexesOf(tokens, ...Object.keys(words)).map((index) => {
    const text = words[tokens.word(index)] ?? '';
    return replacement(tokens, index, index, text, `Write ${text} instead of ${tokens.raw(index)}`);
  });

/** `FROM videos WITH (NOLOCK)`, `FROM dual` */
const leftOut: SyntaxRule = (tokens) => [
  ...indexesOf(tokens, 'nolock').flatMap((index) =>
    tokens.word(index - 2) === 'with' && tokens.symbol(index + 1) === ')'
      ? [replacement(tokens, index - 2, index + 1, '', 'Remove WITH (NOLOCK): queries take no locks')]
      : [],
  ),
  ...indexesOf(tokens, 'dual').flatMap((index) =>
    tokens.word(index - 1) === 'from'
      ? [replacement(tokens, index - 1, index, '', 'Remove FROM dual: SELECT needs no table')]
      : [],
  ),
];

/** `x LIKE ANY ('a', 'b')` */
const likeAny: SyntaxRule = (tokens) =>
  indexesOf(tokens, 'any', 'some').flatMap((index) => {
    const operator = tokens.word(index - 1);
    const close = tokens.closing(index + 1);
    if (!['like', 'ilike'].includes(operator) || tokens.symbol(index + 1) !== '(' || close < 0) return [];
    const first = tokens.operandStart(index - 2);
    const operand = slice(tokens, first, index - 2);
    const patterns = tokens.arguments(index + 1, close).map(({ from, to }) => slice(tokens, from, to - 1));
    if (patterns.length === 0 || patterns.some((pattern) => /^(?:array\b|\[)/i.test(pattern))) return [];
    const text = `(${patterns.map((pattern) => `${operand} ${operator.toUpperCase()} ${pattern}`).join(' OR ')})`;
    return [replacement(tokens, first, close, text, `Write ${text}`)];
  });

/** `x REGEXP 'p'`, `x RLIKE 'p'` */
const regexp: SyntaxRule = (tokens) =>
  indexesOf(tokens, 'regexp', 'rlike').flatMap((index) => {
    if (tokens.string(index + 1) === undefined || tokens.name(index - 1) === 'not') return [];
    const first = tokens.operandStart(index - 1);
    const text = `regexp_matches(${slice(tokens, first, index - 1)}, ${tokens.raw(index + 1)})`;
    return [replacement(tokens, first, index + 1, text, `Write ${text}`)];
  });

/** `LATERAL FLATTEN(input => x) f`, `LATERAL VIEW explode(x) f AS h`, `ARRAY JOIN x AS h` */
const unnested: SyntaxRule = (tokens) => [
  ...indexesOf(tokens, 'flatten').flatMap((index) => {
    const close = tokens.closing(index + 1);
    const [argument] = tokens.arguments(index + 1, close);
    if (tokens.symbol(index + 1) !== '(' || close < 0 || argument === undefined) return [];
    const isNamed = tokens.word(argument.from) === 'input';
    const list = slice(tokens, argument.from + (isNamed ? 2 : 0), argument.to - 1);
    const first = tokens.word(index - 1) === 'lateral' ? index - 1 : index;
    const aliasAt = close + (tokens.word(close + 1) === 'as' ? 2 : 1);
    const alias = /^(?:where|join|left|inner|cross|on|group|order|limit|having|qualify|)$/.test(
      tokens.name(aliasAt),
    )
      ? ''
      : tokens.raw(aliasAt);
    const text = `unnest(${list}) AS ${alias || 'flattened'}(value)`;
    return [replacement(tokens, first, alias === '' ? close : aliasAt, text, `Write ${text}`)];
  }),
  ...indexesOf(tokens, 'explode', 'posexplode').flatMap((index) => {
    const close = tokens.closing(index + 1);
    if (tokens.word(index - 1) !== 'view' || tokens.word(index - 2) !== 'lateral' || close < 0) return [];
    const [table, column] = [tokens.raw(close + 1), tokens.raw(close + 3)];
    if (tokens.word(close + 2) !== 'as' || tokens.name(close + 3) === '') return [];
    const text = `, unnest(${slice(tokens, index + 2, close - 1)}) AS ${table}(${column})`;
    return [replacement(tokens, index - 2, close + 3, text, `Write ${text}`)];
  }),
  ...indexesOf(tokens, 'array').flatMap((index) => {
    if (tokens.word(index + 1) !== 'join' || tokens.name(index + 2) === '') return [];
    const list = tokens.raw(index + 2);
    const hasAlias = tokens.word(index + 3) === 'as';
    const text = `, unnest(${list}) AS joined(${hasAlias ? tokens.raw(index + 4) : `${list}_element`})`;
    return [replacement(tokens, index, index + (hasAlias ? 4 : 2), text, `Write ${text}`)];
  }),
];

/** `SAFE_CAST(x AS INT64)` */
const safeCast: SyntaxRule = (tokens) =>
  indexesOf(tokens, 'safe_cast').flatMap((index) => {
    const close = tokens.closing(index + 1);
    if (tokens.symbol(index + 1) !== '(' || close < 0) return [];
    const inside = slice(tokens, index + 2, close - 1)
      .replace(/\bAS\s+INT64$/i, 'AS BIGINT')
      .replace(/\bAS\s+FLOAT64$/i, 'AS DOUBLE')
      .replace(/\bAS\s+STRING$/i, 'AS VARCHAR');
    const text = `TRY_CAST(${inside})`;
    return [replacement(tokens, index, close, text, `Write ${text}`)];
  });

/** Calls with two pairs of brackets, as ClickHouse writes parameters of aggregates: DuckDB's function, argument first. */
const parametric: Readonly<Record<string, string>> = {
  quantile: 'quantile_cont',
  quantileexact: 'quantile_disc',
  quantiletdigest: 'approx_quantile',
  quantiles: 'quantile_cont',
  topk: 'approx_top_k',
};

/** `quantile(0.5)(x)` */
const twoBrackets: SyntaxRule = (tokens) =>
  indexesOf(tokens, ...Object.keys(parametric)).flatMap((index) => {
    const first = tokens.closing(index + 1);
    const last = tokens.symbol(first + 1) === '(' ? tokens.closing(first + 1) : -1;
    if (tokens.symbol(index + 1) !== '(' || first < index + 3 || last < first + 3) return [];
    const parameters = slice(tokens, index + 2, first - 1);
    const list = tokens.arguments(index + 1, first).length > 1 ? `[${parameters}]` : parameters;
    const text = `${parametric[tokens.word(index)]}(${slice(tokens, first + 2, last - 1)}, ${list})`;
    return [replacement(tokens, index, last, text, `Write ${text}`)];
  });

/** `NOW() - 7`: days, as Oracle and others count them. */
const daysBefore: SyntaxRule = (tokens) =>
  indexesOf(tokens, 'now', 'getdate', 'sysdate', 'current_timestamp', 'today').flatMap((index) => {
    const at = tokens.symbol(index + 1) === '(' ? index + 3 : index + 1;
    const [sign, count] = [tokens.symbol(at), tokens.raw(at + 1)];
    const next = tokens.word(at + 2);
    if ((sign !== '-' && sign !== '+') || !/^\d+$/.test(count)) return [];
    if (next !== '' && /^(?:days?|hours?|minutes?|months?|years?|weeks?)$/.test(next)) {
      const text = `now() ${sign} INTERVAL ${count} ${next.toUpperCase()}`;
      return [replacement(tokens, index, at + 2, text, `Write ${text}`)];
    }
    const text = `now() ${sign} INTERVAL ${count} DAY`;
    return [replacement(tokens, index, at + 1, text, `Write ${text}`)];
  });

/** `PIVOT videos ON region USING count(*)` */
const pivot: SyntaxRule = (tokens) =>
  indexesOf(tokens, 'pivot', 'pivot_wider').flatMap((start) => {
    const on = indexesOf(tokens, 'on').find((index) => index > start);
    if (on === undefined || tokens.name(on + 1) === '' || tokens.word(on + 2) === 'in') return [];
    const text = `${tokens.raw(on + 1)} IN ('first value', 'second value')`;
    return [
      {
        start: 0,
        end: tokens.text.length,
        edits: [{ start: tokens.start(on + 1), end: tokens.end(on + 1), text }],
        hint: `List the values that become columns: ON ${text}`,
      },
    ];
  });

/** EXPLAIN */
const explain: SyntaxRule = (tokens) => {
  if (tokens.word(0) !== 'explain') return [];
  const last = tokens.word(1) === 'analyze' ? 1 : 0;
  const hint =
    'Remove EXPLAIN. The plan comes with "explain": true or "dry_run": true over HTTP, sdq query --explain, or engine.explain(sql)';
  return [
    {
      start: tokens.start(0),
      end: tokens.end(last),
      edits: [{ start: tokens.start(0), end: tokens.start(last + 1), text: '' }],
      hint,
    },
  ];
};

/** Rules by syntax, in the order in which they are tried. */
export const syntaxRules: Readonly<Record<string, SyntaxRule>> = {
  top,
  backticks,
  squareBrackets,
  limitPair,
  otherWords,
  leftOut,
  likeAny,
  regexp,
  unnested,
  safeCast,
  twoBrackets,
  daysBefore,
  pivot,
  explain,
};

/** A quoted name that is no column, as a text. */
export function textInsteadOf(tokens: TokenText, offset: number): Suggestion | undefined {
  const index = tokens.tokens.findIndex(({ start }) => start === offset);
  if (tokens.tokens[index]?.kind !== 'quotedName') return undefined;
  const value = tokens.raw(index).slice(1, -1).replaceAll('""', '"');
  const text = sqlString(value);
  return replacement(
    tokens,
    index,
    index,
    text,
    `Write ${text} for a text: double quotes are for names of columns`,
  );
}
