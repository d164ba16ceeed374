import type { Resolved } from '../stages.ts';
import type { QueryNode } from '../syntax/ast.ts';
import type { ConstantScope } from './constants/instants.ts';
import type { Filter } from './filter/filter.ts';
import { impliedKeys } from './joins/implied-keys.ts';
import { type JoinedBy, joinedBy } from './joins/joined-by.ts';
import { NameScopes } from './joins/name-scopes.ts';
import { TableQuestion } from './table-question.ts';

/** What a statement asks of each table it names, and of its result as a whole. */
export class StatementQuestion {
  readonly #resolved: Resolved;
  #joined: readonly (readonly JoinedBy[])[] | undefined;
  #scopes: NameScopes | undefined;
  readonly tables: readonly TableQuestion[];
  /** What constants mean. */
  readonly constants: ConstantScope;

  /** `nowMs` is when the statement is planned, in milliseconds since 1970. */
  constructor(resolved: Resolved, nowMs: number, { infersKeys = true } = {}) {
    const { parameters } = resolved.statement;
    const scope: ConstantScope = { now: BigInt(nowMs) * 1_000n, parameters };
    this.#resolved = resolved;
    this.constants = scope;
    const implied = (place: number) => (infersKeys ? this.#implied(place) : []);
    this.tables = resolved.references.map((_, place) => new TableQuestion(resolved, place, scope, implied));
  }

  /** By what the rows of each reference are joined. */
  get joined(): readonly (readonly JoinedBy[])[] {
    this.#joined ??= this.#readJoined();
    return this.#joined;
  }

  get scopes(): NameScopes {
    this.#scopes ??= new NameScopes(this.#resolved);
    return this.#scopes;
  }

  #readJoined(): readonly (readonly JoinedBy[])[] {
    const { references, aggregates, statement } = this.#resolved;
    if (isAlone(references.length, statement.ast.node)) return references.map(() => []);
    return references.map(({ select, node }) => joinedBy(this.scopes, select, node, aggregates));
  }

  #implied(place: number): readonly Filter[] {
    const { tables, constants } = this;
    const { table } = tables[place] as TableQuestion;
    const tableAt = (of: number) => {
      const question = tables[of];
      return question && { table: question.table, filter: question.ownFilter };
    };
    return impliedKeys(this.joined[place] ?? [], table, tableAt, constants);
  }

  /** Whether the result has a LIMIT, a LIMIT in percent or an OFFSET of its own. */
  get hasLimit(): boolean {
    return this.#resolved.statement.ast.node.modifiers.some(
      ({ type }) => type === 'LIMIT_MODIFIER' || type === 'LIMIT_PERCENT_MODIFIER',
    );
  }
}

/** Whether a statement reads one table, and nothing that it could be joined with: most statements do. */
function isAlone(references: number, node: QueryNode): boolean {
  return (
    references === 1 &&
    node.type === 'SELECT_NODE' &&
    node.from_table.type === 'BASE_TABLE' &&
    node.cte_map.map.length === 0 &&
    (node.where_clause === null || node.where_clause.class === 'COMPARISON')
  );
}
