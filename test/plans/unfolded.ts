import type { ChangedRows } from '@sdq/index';
import type { Candidate } from '../../packages/core/src/backends/duckdb/candidates/access-path.ts';
import { changedRelation } from '../../packages/core/src/backends/duckdb/candidates/relation/changed-relation.ts';

/** The candidate with the SQL of structures that are held whole in place of their tables. */
export function unfolded({ relation, held = [], ...others }: Candidate): Candidate {
  const isWhole = ({ name }: ChangedRows) => name.startsWith('whole_');
  const unfold = (sql: string, whole: ChangedRows) =>
    sql.replaceAll(`SELECT * FROM ${changedRelation(whole)}`, whole.sql);
  return {
    ...others,
    relation: () => held.filter(isWhole).reduce(unfold, relation()),
    held: held.filter((each) => !isWhole(each)),
  };
}
