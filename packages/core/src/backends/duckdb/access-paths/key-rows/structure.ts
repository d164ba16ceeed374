import { sqlWord } from '@sdq/duckdb/sql';
import {
  columnOf,
  ordinalColumn,
  type StructureMaker,
  sameRows,
  scanOf,
} from '../../candidates/structure.ts';

/** The column of keys that are numbers. */
export const numberColumn = 'id';

const columns = [{ name: numberColumn, type: 'BIGINT' }, ordinalColumn];

/** Keys that are a number as DuckDB prints it: no sign, no zero in front. `number::VARCHAR = key` says so. */
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
    description: `Values of ${key} that are numbers, as numbers: compared a block at a time, where texts are read one by one.`,
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
