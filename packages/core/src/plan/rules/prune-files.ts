import type { FileEntry } from '@sdq/index';
import { type ConstantScope, parseInstant } from '../instants.ts';
import { overlaps, type Restriction } from '../ranges.ts';
import { restrictionOf, textReader, timeReader } from '../restrictions.ts';
import type { ReferenceRule } from '../rule.ts';
import { columnTest, whereApplies } from '../shape/where-applies.ts';

/**
 * Leaves out the files in which, by the manifest's zone maps (least and greatest value per file), no row can pass
 * the WHERE clause. Sound because WHERE drops such rows anyway: see {@link whereApplies} for when that is so.
 */
export const pruneFiles: ReferenceRule = {
  name: 'prune-files',
  apply(reference, files, scope) {
    const { select, node, table } = reference;
    if (select.where_clause === null) return { files, note: 'no WHERE clause' };
    if (!whereApplies(select, node))
      return { files, note: 'the WHERE clause is applied after a join or sample that rows take part in' };
    let left = files;
    const columns: string[] = [];
    for (const column of table.columns) {
      if (!table.zoneColumns.includes(column.name)) continue;
      const isColumn = columnTest(select, node, column.name);
      const test =
        column.type === 'VARCHAR'
          ? textTest(restrictionOf(select.where_clause, isColumn, textReader(scope)), column.name, scope)
          : timeTest(restrictionOf(select.where_clause, isColumn, timeReader(scope)), column.name, scope);
      if (test === undefined) continue;
      columns.push(column.name);
      left = left.filter(test);
    }
    if (columns.length === 0) return { files, note: 'no condition on a column with zone maps' };
    return { files: left, note: `by ${columns.join(', ')}: ${left.length} of ${files.length} files` };
  },
};

function textTest(restriction: Restriction<Buffer>, column: string, scope: ConstantScope) {
  if (restriction === 'everything') return undefined;
  const { compare } = textReader(scope);
  return ({ zones }: FileEntry) => {
    const zone = zones[column];
    return zone === undefined || overlaps(restriction, Buffer.from(zone.min), Buffer.from(zone.max), compare);
  };
}

function timeTest(restriction: Restriction<bigint>, column: string, scope: ConstantScope) {
  if (restriction === 'everything') return undefined;
  const { compare } = timeReader(scope);
  return ({ zones }: FileEntry) => {
    const zone = zones[column];
    const min = parseInstant(zone?.min ?? '');
    const max = parseInstant(zone?.max ?? '');
    return min === undefined || max === undefined || overlaps(restriction, min.min, max.max, compare);
  };
}
