import { narrowColumns } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import {
  checksum,
  columnOf,
  ordinalColumn,
  type StructureMaker,
  scanOf,
  scanWithOrdinal,
  typedColumns,
} from '../../candidates/structure.ts';

/**
 * Minimum rows of a top-k partition, not counting ties at its threshold: one in 200, but a thousand where there are
 * as many.
 */
const rowsWanted = "greatest(1000, getvariable('source_rows') // 200)";

/**
 * The top-k partition of one measure: all rows that reach its threshold, ties included, and none without the measure.
 */
export const topStructure: StructureMaker = (table, instance) => {
  const { structure: name } = instance;
  const leads = columnOf(instance);
  const measure = sqlWord(leads);
  const { structure: scan } = scanOf(table);
  const carries = narrowColumns(table).map((column) => column.name);
  const columns = [...typedColumns(table, carries), ordinalColumn];
  const rows = scanWithOrdinal(table);
  const threshold = `coalesce(
    (SELECT ${measure} FROM ${scan} WHERE ${measure} IS NOT NULL ORDER BY ${measure} DESC LIMIT 1 OFFSET ${rowsWanted} - 1),
    (SELECT min(${measure}) FROM ${scan}))`;
  const names = columns.map((column) => sqlWord(column.name));
  const { tiesMax } = instance;
  const tied = `(SELECT count(*) FROM ${scan} WHERE ${measure} = ${threshold})`;
  const areTooMany = `${tied} > ${tiesMax} * ${rowsWanted}`;
  // Without the ties with the last row, those ahead of it are still the top rows.
  const ahead = tiesMax === undefined ? '' : ` AND (NOT ${areTooMany} OR ${measure} > ${threshold})`;
  return {
    name,
    description: `The rows with the greatest ${measure}: every row that reaches the threshold.`,
    columns,
    sql: `SELECT ${names.join(', ')} FROM ${rows} WHERE ${measure} >= ${threshold}${ahead}`,
    reads: [scan],
    order: [`${leads} DESC`, ...table.key.filter((each) => carries.includes(each))],
    thresholdOf: leads,
    checks: [
      {
        name: 'rows that reach the threshold, and checksum',
        base: checksum(names, `${rows} WHERE ${measure} >= (SELECT min(${measure}) FROM ${name})`),
        structure: checksum(names, name),
      },
      {
        name: 'rows held',
        base: `SELECT count(${measure}) < ${rowsWanted}${tiesMax === undefined ? '' : ` OR ${areTooMany}`} AS all_in, 0 FROM ${scan}`,
        structure: `SELECT count(*) < ${rowsWanted} AS all_in, count(*) - count(${measure}) FROM ${name}`,
      },
    ],
  };
};
