import { type Admitted, mint, type Statement } from '../../stages.ts';
import { Walk } from './walk.ts';

export interface AdmitPolicy {
  /** Names of the tables that may be read. */
  readonly tables: readonly string[];
  /** What to tell of another name. */
  readonly elsewhere?: ((name: string) => string | undefined) | undefined;
}

/**
 * Admits a statement that reads nothing but the policy's tables and uses nothing but what is known to be
 * harmless; the only place that mints `Admitted`. Pure: it looks at the AST alone. Throws one AppError with
 * every violation in `sql`, in the order of the text, each with its place; its code is the first one's
 * (`statement_not_allowed`, `sql_unknown_table`, `sql_unknown_function`, `sql_unknown_column`).
 */
export function admit(statement: Statement, policy: AdmitPolicy): Admitted {
  const walk = new Walk(statement, {
    names: new Map(policy.tables.map((name) => [name.toLowerCase(), name])),
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
