import { type CatalogTable, elementOf, type PathInstance } from '@sdq/catalog';
import { sqlWord, sqlWords } from '@sdq/duckdb/sql';
import { columnOf, type StructureMaker, scanOf, typedColumns } from '../../candidates/structure.ts';
import {
  checkedGroups,
  measureColumns,
  measuredColumns,
  measureList,
  timedColumns,
} from '../../candidates/totals/measures.ts';

/** Counts and sums by owner and its names, or by tag. */
export const groupStructure: StructureMaker = (table, instance) =>
  isOfTags(table, instance) ? ofTags(table, instance) : ofOwners(table, instance);

/** Whether the groups are single tags of a list. */
export function isOfTags(table: CatalogTable, instance: PathInstance): boolean {
  return table.columns.some(({ name, role }) => name === columnOf(instance) && role === 'tags');
}

/** The grain of an instance's groups. */
export function grainOf(table: CatalogTable, instance: PathInstance): string[] {
  return [elementOf(table, columnOf(instance)), ...(instance.carries ?? [])];
}

const ofOwners: StructureMaker = (table, instance) => {
  const { structure: name } = instance;
  const grain = grainOf(table, instance);
  const { structure: scan } = scanOf(table);
  return {
    name,
    description: `Counts and sums by ${grain.join(', ')}.`,
    columns: [...typedColumns(table, grain), ...measureColumns(table)],
    sql: `SELECT ${sqlWords(grain)}, ${measureList(table)} FROM ${scan} GROUP BY ALL`,
    reads: [scan],
    groupedBy: columnOf(instance),
    ...checkedGroups(table, name, grain, scan),
    slices: { sample: `SELECT ${sqlWord(columnOf(instance))} FROM ${scan}_sample`, rowBytes: 100 },
  };
};

const ofTags: StructureMaker = (table, instance) => {
  const { structure: name } = instance;
  const list = columnOf(instance);
  const tag = elementOf(table, list);
  const { structure: scan } = scanOf(table);
  // The result of unnest: a row for each tag of each row, duplicates included.
  const carried = `(SELECT ${[`unnest(${sqlWord(list)}) AS ${sqlWord(tag)}`, ...[...measuredColumns(table), ...timedColumns(table)].map(sqlWord)].join(', ')} FROM ${scan})`;
  return {
    name,
    description: `Counts and sums by ${tag}, over every occurrence in a row.`,
    columns: [{ name: tag, type: 'VARCHAR' }, ...measureColumns(table)],
    sql: `SELECT ${sqlWord(tag)}, ${measureList(table)} FROM ${carried} GROUP BY ALL`,
    reads: [scan],
    ...checkedGroups(table, name, [tag], carried),
    slices: {
      sample: `SELECT unnest(${sqlWord(list)}) AS ${sqlWord(tag)} FROM ${scan}_sample`,
      rowBytes: 200,
    },
  };
};
