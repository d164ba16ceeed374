import type { Resolved } from '../stages.ts';
import type { ConstantScope } from './constants/instants.ts';
import { TableQuestion } from './table-question.ts';

/** What a statement asks of each table it names, and of its result as a whole. */
export class StatementQuestion {
  readonly #resolved: Resolved;
  readonly tables: readonly TableQuestion[];

  /** `nowMs` is when the statement is planned, in milliseconds since 1970. */
  constructor(resolved: Resolved, nowMs: number) {
    const { parameters } = resolved.statement;
    const scope: ConstantScope = { now: BigInt(nowMs) * 1_000n, parameters };
    this.#resolved = resolved;
    this.tables = resolved.references.map((_, place) => new TableQuestion(resolved, place, scope));
  }

  /** Whether the result has a LIMIT, a LIMIT in percent or an OFFSET of its own. */
  get hasLimit(): boolean {
    return this.#resolved.statement.ast.node.modifiers.some(
      ({ type }) => type === 'LIMIT_MODIFIER' || type === 'LIMIT_PERCENT_MODIFIER',
    );
  }
}
