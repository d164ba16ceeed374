import { sqlWord } from '@sdq/duckdb/sql';
import {
  columnOf,
  ordinalColumn,
  type StructureMaker,
  sameRows,
  scanOf,
} from '../../candidates/structure.ts';

/** The column of numeric keys. */
export const numberColumn = 'id';

const columns = [{ name: numberColumn, type: 'BIGINT' }, ordinalColumn];

/** Keys that are a number as DuckDB prints it: no sign, no leading zero. `number::VARCHAR = key` checks that. */
export const keyStructure: StructureMaker = (table, instance) => {
  const { structure: name } = instance;
  const key = sqlWord(columnOf(instance));
  const { structure: scan } = scanOf(table);
  const [kept, as] = key === numberColumn ? ['written', ' AS written'] : [key, ''];
  const numbered = `SELECT ${numberColumn}, ordinal FROM
    (SELECT ${key}${as}, try_cast(${key} AS BIGINT) AS ${numberColumn}, rowid::INTEGER AS ordinal FROM ${scan})
  WHERE ${numberColumn} >= 0 AND ${numberColumn}::VARCHAR = ${kept}`;
  return {
    name,
    description: `Values of ${key} that are numbers, as numbers, which are compared in blocks instead of one by one like texts.`,
    columns,
    sql: numbered,
    reads: [scan],
    order: [numberColumn],
    checks: [sameRows(name, columns, `(${numbered})`)],
    slices: {
      sample: `SELECT try_cast(${key} AS BIGINT) AS ${numberColumn} FROM ${scan}_sample`,
      rowBytes: 40,
    },
  };
};
