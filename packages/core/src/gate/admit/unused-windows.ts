import { placeAt } from '../../syntax/text-position.ts';
import { nameOf, tokenize } from '../../syntax/tokens.ts';
import { deniedFunctions } from './functions/index.ts';
import type { Violations } from './violations.ts';

/**
 * Refuses functions that are not offered in a WINDOW clause which nothing refers to. DuckDB's parser drops such a
 * clause, so nothing in it ever runs; but what would be refused elsewhere is not let pass here. It is told from the
 * tokens: a name before a parenthesis that the AST, in `called`, does not hold.
 */
export function checkUnusedWindows(text: string, called: ReadonlySet<string>, violations: Violations): void {
  if (!/\bwindow\b/i.test(text)) return;
  const { tokens } = tokenize(text);
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token.kind !== 'word' && token.kind !== 'quotedName') continue;
    if (next === undefined || text.slice(next.start, next.end) !== '(') continue;
    const name = nameOf(text, token).toLowerCase();
    const reason = deniedFunctions.get(name);
    if (reason === undefined || called.has(name)) continue;
    const message = `The function ${name} is not offered: ${reason}.`;
    const place = placeAt(text, token.start);
    violations.addObjection({
      code: 'sql_unknown_function',
      detail: { message, ...place, candidates: [], hint: null },
    });
  }
}
