import { elementOf, mainTimeOf } from '@sdq/catalog';
import { sqlWord, sqlWords } from '@sdq/duckdb/sql';
import {
  carriedWithOrdinal,
  columnOf,
  ordinalColumn,
  type StructureMaker,
  sameRows,
  scanOf,
} from '../../candidates/structure.ts';

export const tagStructure: StructureMaker = (table, instance) => {
  const { structure: name, carries = [] } = instance;
  const list = columnOf(instance);
  const tag = elementOf(table, list);
  const { structure: scan } = scanOf(table);
  const columns = [{ name: tag, type: 'VARCHAR' }, ...carriedWithOrdinal(table, instance)];
  const time = mainTimeOf(table);
  const timed = time === undefined ? '' : `${sqlWord(time)}, `;
  const others = carries.filter((column) => column !== time);
  const further = others.length === 0 ? '' : `,\n    ${sqlWords(others)}`;
  const unnested = `SELECT unnest(list_distinct(${sqlWord(list)})) AS ${sqlWord(tag)}, ${timed}rowid::INTEGER AS ordinal${further} FROM ${scan}`;
  return {
    name,
    description: `The rows that carry one ${tag} together, newest first; a repeated ${tag} of a row counts once.`,
    columns,
    sql: unnested,
    reads: [scan],
    order: [tag, ...(time === undefined ? [] : [`${time} DESC`])],
    groupedBy: tag,
    checks: [sameRows(name, columns, `(${unnested})`)],
    slices: {
      sample: `SELECT unnest(list_distinct(${sqlWord(list)})) AS ${sqlWord(tag)} FROM ${scan}_sample`,
      rowBytes: 300,
      isSorted: true,
    },
  };
};

/** The same with the ordinals of the rows only. */
export const tagOrdinals: StructureMaker = (table, instance) => {
  const tag = elementOf(table, columnOf(instance));
  return {
    ...tagStructure(table, { ...instance, carries: [] }),
    description: `The ordinals of the rows that carry one ${tag}; a repeated ${tag} of a row counts once.`,
    order: [tag, ordinalColumn.name],
  };
};
