import { placeAt } from '../../syntax/text-position.ts';
import { nameOf, tokenize } from '../../syntax/tokens.ts';
import { deniedFunctions } from './functions/index.ts';
import type { Violations } from './violations.ts';

/**
 * Refuses forbidden functions in a WINDOW clause that nothing refers to. DuckDB's parser drops such a clause, so
 * nothing in it ever runs; but what is refused elsewhere is refused here too. The check reads the tokens: a name
 * before a parenthesis that is missing from the AST (`called`).
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
    const message = `The function ${name} is not allowed: ${reason}`;
    const place = placeAt(text, token.start);
    violations.addObjection({
      code: 'sql_unknown_function',
      detail: { message, ...place, candidates: [], hint: null },
    });
  }
}
