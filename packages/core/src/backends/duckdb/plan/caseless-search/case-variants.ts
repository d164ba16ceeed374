/** How a text is folded before it is searched. */
export type Fold = 'lower' | 'upper';

/** Characters that DuckDB folds to a letter, beside the letter's own upper or lower case. Reviewed for DuckDB 1.5.6. */
const further: Readonly<Record<Fold, Readonly<Record<string, string>>>> = {
  lower: { i: 'İ', k: '\u212a', å: '\u212b', ǆ: 'ǅ', ǉ: 'ǈ', ǌ: 'ǋ', ǳ: 'ǲ', θ: 'ϴ', ω: '\u2126' },
  upper: { I: 'ı', S: 'ſ' },
};

/** More of a run than this is not searched for. */
const runLengthMax = 32;

/**
 * A regular expression (RE2) that every text contains whose folded text contains `run`; undefined for a run without two
 * characters in succession whose variants are known. `isStart` says that the folded text begins with the run.
 */
export function regexpOf(run: string, fold: Fold, isStart: boolean): string | undefined {
  const parts: { classes: string[]; isFirst: boolean }[] = [{ classes: [], isFirst: true }];
  for (const character of run) {
    const variants = variantsOf(character, fold);
    if (variants === undefined) parts.push({ classes: [], isFirst: false });
    else parts.at(-1)?.classes.push(variants);
  }
  const longest = parts.reduce((a, b) => (b.classes.length > a.classes.length ? b : a));
  if (longest.classes.length < 2) return undefined;
  return `${isStart && longest.isFirst ? '^' : ''}${longest.classes.slice(0, runLengthMax).join('')}`;
}

/** A class of the characters that are folded to a character of a folded text; undefined where they are not known. */
function variantsOf(character: string, fold: Fold): string | undefined {
  // Of other letters, DuckDB folds more to one upper case than is listed here.
  if (fold === 'upper' && character > '\u007f') return undefined;
  const other = fold === 'lower' ? character.toUpperCase() : character.toLowerCase();
  if ([...other].length !== 1) return undefined;
  const all = new Set([character, other, ...(further[fold][character] ?? '')]);
  const escaped = [...all].map((each) => each.replace(/[\\^$.|?*+()[\]{}&~-]/, '\\$&')).join('');
  return all.size === 1 ? escaped : `[${escaped}]`;
}
