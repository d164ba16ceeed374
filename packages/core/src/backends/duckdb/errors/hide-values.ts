/**
 * Words that DuckDB's messages about values consist of. Everything else in such a message may be a value of a table, or a
 * part of one.
 */
const words = new Set(
  `a about accept according add addition aggregate all allowed an and any are argument arguments array as at base64 be
  because before been between bigger binary bit bits blob boolean both but by byte bytes can cannot cast casting character
  characters column columns compare constant contain contains conversion convert converted could currently data date
  decimal decode destination did different digit digits dimension division does double duplicate element elements empty
  end enough enum equal escape exceeds expected expression failed field first float for format formatting found from
  function given greater had has have hex hour hours hugeint id if in incorrect index infinite infinity inclusive input
  integer interval invalid into is it its json key keys large larger last least left length less limit line list lists
  literal logarithm lower malformed map match maximum microseconds milliseconds minimum minutes missing month months more
  multiple multiplication must name names nan need negative negation no non not null number numbers numeric of offset on
  one only operation operator or order out outside overflow parameter parse path pattern pivot points position positive
  precision range read recognized regex regular repeat required requires result root row rows same scale second seconds
  separator should single size small smaller source specifier specify square start step string strings struct subquery
  subtraction suffix supported syntax table than that the there these this time timestamp to too try try_cast two type
  types unable unexpected union unique unit unknown unsupported until up use used using utc utf8 valid value values
  varchar vector was were when where which while width with within without year years yet yyyy mm dd hh ss us zero zone`.split(
    /\s+/,
  ),
);

const typeName =
  /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|VARCHAR|DOUBLE|FLOAT|DECIMAL|BOOLEAN|DATE|TIME|TIMESTAMPTZ?|TIMESTAMP_(?:NS|MS|S)|INTERVAL|UUID|BLOB|BIT|JSON|STRUCT|MAP|LIST|ENUM|UNION|ARRAY|BIGNUM|VARIANT|SUBQUERY)$/;

/** What the caller knows without reading a row. */
export interface KnownWords {
  /** The caller's text. */
  readonly text: string;
  /** The values of its parameters, as text. */
  readonly parameters: readonly string[];
  /** Names of tables and columns. */
  readonly names: readonly string[];
}

/**
 * A sentence of DuckDB's about a value, with an ellipsis in place of every value that is neither in the caller's text and
 * parameters nor a name that the caller may see: an error costs nothing, so that it must not tell rows.
 */
export function hideValues(sentence: string, { text, parameters, names }: KnownWords): string {
  const isGiven = (value: string) =>
    text.includes(value) || parameters.some((parameter) => parameter.includes(value));
  const known = new Set(names.map((name) => name.toLowerCase()));
  const isKnown = (word: string) =>
    words.has(word.toLowerCase()) || known.has(word.toLowerCase()) || typeName.test(word) || isGiven(word);
  return sentence
    .replace(/(['"])([\s\S]*)\1/g, (quoted, quote: string, value: string) =>
      isGiven(value) || known.has(value.toLowerCase()) ? quoted : `${quote}…${quote}`,
    )
    .replace(/[\p{L}\p{N}_]+(?:[.:@#/-]*[\p{L}\p{N}_]+)*|[^\p{ASCII}\s…]+/gu, (run) =>
      run.split(/[^\p{L}\p{N}_]+/u).every(isKnown) ? run : '…',
    )
    .replace(/…(?:[^\p{L}\p{N}'"]*…)+/gu, '…');
}
