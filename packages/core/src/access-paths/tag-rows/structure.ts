import {
  carriedWithOrdinal,
  columnOf,
  elementOf,
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
  const [time, ...others] = carries;
  const unnested = `SELECT unnest(list_distinct(${list})) AS ${tag}, ${time}, rowid::INTEGER AS ordinal,
    ${others.join(', ')} FROM ${scan}`;
  return {
    name,
    description: `The rows that carry one ${tag} together, newest first; a repeated ${tag} of a row counts once.`,
    columns,
    sql: unnested,
    reads: [scan],
    groupedBy: tag,
    order: [tag, `${table.partitionBy} DESC`],
    checks: [sameRows(name, columns, `(${unnested})`)],
    slices: {
      sample: `SELECT unnest(list_distinct(${list})) AS ${tag} FROM ${scan}_sample`,
      rowBytes: 300,
    },
  };
};
