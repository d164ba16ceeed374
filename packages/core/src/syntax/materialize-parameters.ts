import { applyEdits, type EditedText, type TextEdit } from './text-edits.ts';
import { TokenText } from './token-text.ts';
import { tokenize } from './tokens.ts';

/** What the body of a CTE begins with; `WINDOW w AS (PARTITION …)` is none. */
const bodyStarts = new Set(['select', 'with', 'values', 'from', 'table', 'pivot', 'unpivot']);

/**
 * The text with `MATERIALIZED` for each CTE that contains a parameter and is named more than once. DuckDB 1.5.6 copies the
 * body of such a CTE into each place where the statement has a LIMIT, and the parameters of the copies lose their values:
 * they are NULL, where the types of all parameters are known without the values. Undefined if there is no such CTE.
 */
export function materializeParameters(text: string): EditedText | undefined {
  if (!/[?$]/.test(text) || !/\bwith\b/i.test(text)) return undefined;
  const { tokens } = tokenize(text);
  const tokenText = new TokenText(text, tokens);
  const holding = new Set<string>();
  const edits: TextEdit[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const cte = cteAt(tokenText, index);
    if (cte === undefined) continue;
    const close = tokenText.closing(cte.open);
    const isInside = (at: number) => at > cte.open && at < close;
    const holds = tokens.some(
      ({ kind }, at) => isInside(at) && (kind === 'parameter' || holding.has(tokenText.name(at))),
    );
    if (!holds) continue;
    holding.add(cte.name);
    const places = [...tokens.keys()].filter((at) => at !== cte.at && tokenText.name(at) === cte.name);
    // a recursive one is not copied
    if (places.length > 1 && !places.some(isInside))
      edits.push({ start: tokenText.end(index), end: tokenText.start(cte.open), text: ' MATERIALIZED ' });
  }
  return edits.length === 0 ? undefined : applyEdits(text, edits);
}

interface Cte {
  readonly name: string;
  /** The indexes of its name, and of the bracket that opens its body. */
  readonly at: number;
  readonly open: number;
}

/** The CTE whose `AS` is the token at an index, `name [(columns)] AS [[NOT] MATERIALIZED] (`; undefined if there is none. */
function cteAt(text: TokenText, index: number): Cte | undefined {
  if (text.word(index) !== 'as') return undefined;
  let open = index + 1;
  if (text.word(open) === 'not') open++;
  if (text.word(open) === 'materialized') open++;
  if (text.symbol(open) !== '(') return undefined;
  if (!bodyStarts.has(text.word(open + 1)) && text.symbol(open + 1) !== '(') return undefined;
  const at = text.symbol(index - 1) === ')' ? text.opening(index - 1) - 1 : index - 1;
  const isNamed = at >= 0 && text.name(at) !== '';
  const follows = text.symbol(at - 1) === ',' || ['with', 'recursive'].includes(text.word(at - 1));
  return isNamed && follows ? { name: text.name(at), at, open } : undefined;
}
