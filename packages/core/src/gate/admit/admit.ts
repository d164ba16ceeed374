import { type Admitted, mint, type Statement } from '../../stages.ts';
import { Walk } from './walk.ts';

export interface AdmitPolicy {
  /** Names of the tables that may be read. */
  readonly tables: readonly string[];
  /** Further tables, which no message proposes. */
  readonly given?: readonly string[];
  /** The hint for any other table name. */
  readonly elsewhere?: ((name: string) => string | undefined) | undefined;
}

/**
 * Admits a statement that reads only the policy's tables and uses only constructs that are known to be safe. This is
 * the only place that creates `Admitted`. It is pure: it looks at the AST alone. Throws one AppError that lists every
 * violation in `sql`, in text order, each with its place; its code is that of the first violation
 * (`statement_not_allowed`, `sql_unknown_table`, `sql_unknown_function`, `sql_unknown_column`).
 */
export function admit(statement: Statement, policy: AdmitPolicy): Admitted {
  const walk = new Walk(statement, {
    names: new Map(policy.tables.map((name) => [name.toLowerCase(), name])),
    given: new Set(policy.given),
    elsewhere: policy.elsewhere,
  });
  walk.run();
  if (walk.violations.isEmpty) {
    for (const objection of statement.objections) walk.violations.addObjection(objection);
  }
  if (!walk.violations.isEmpty) throw walk.violations.toError();
  const references = [...walk.references.values()].sort((a, b) => a.start - b.start);
  return mint<Admitted>({ statement, references, aggregates: walk.aggregates });
}
