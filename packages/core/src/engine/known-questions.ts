import type { Resolved, Statement } from '../stages.ts';
import type { SelectStatement } from '../syntax/ast.ts';
import { exactJson } from '../syntax/exact-json.ts';

/** What the gate made of a text. */
export interface Known {
  readonly resolved: Resolved;
  readonly question: string | null;
}

/** By the tree of a text, which the parser keeps for texts that are sent again, and each tenant has of its own. */
const known = new WeakMap<SelectStatement, Known & { readonly key: string }>();

/**
 * What an equal statement was resolved to, the last time that its text was sent, with the same parameters on the same platform; undefined where it
 * was not. Statements that were refused are admitted anew each time. The catalogue is that of the engine whose parser read the text.
 */
export function knownQuestion(statement: Statement, platform: string): Known | undefined {
  const found = known.get(statement.ast);
  if (found?.key !== keyOf(statement, platform)) return undefined;
  const { resolved, question } = found;
  return { resolved, question };
}

export function keepQuestion(statement: Statement, platform: string, made: Known): void {
  known.set(statement.ast, { ...made, key: keyOf(statement, platform) });
}

function keyOf({ parameters }: Statement, platform: string): string {
  return exactJson([platform, parameters ?? null]);
}
