import type { CatalogTable } from '@sdq/catalog';
import type { FileEntry } from '@sdq/index';
import { parseInstant } from '../../../../shape/constants/instants.ts';
import { overlaps, type Restriction } from '../../../../shape/filter/ranges.ts';
import { restrictionOf, textDomain, timeDomain, timeDomainOf } from '../../../../shape/filter/restriction.ts';
import type { TableQuestion } from '../../../../shape/table-question.ts';

/**
 * Excludes the files in which, according to the manifest's zone maps (minimum and maximum per file), no row can pass
 * WHERE. Sound because WHERE drops such rows anyway: see `whereApplies` for when that is so.
 */
export function pruneFiles(
  question: TableQuestion,
  files: readonly FileEntry[],
): { files: readonly FileEntry[]; note: string } {
  if (!question.hasWhere) return { files, note: 'no WHERE clause' };
  if (!question.whereApplies)
    return { files, note: 'the WHERE clause is applied after a join or sample that rows take part in' };
  let left = files;
  const columns: string[] = [];
  for (const column of question.table.columns) {
    const test = question.table.zoneColumns.includes(column.name) ? zoneTest(question, column) : undefined;
    if (test === undefined) continue;
    columns.push(column.name);
    left = left.filter(test);
  }
  if (columns.length === 0) return { files, note: 'no condition on a column with zone maps' };
  return { files: left, note: `by ${columns.join(', ')}: ${left.length} of ${files.length} files` };
}

type FileTest = (file: FileEntry) => boolean;

function zoneTest(
  { filter }: TableQuestion,
  { name, type }: CatalogTable['columns'][number],
): FileTest | undefined {
  return type === 'VARCHAR'
    ? textTest(restrictionOf(filter, name, textDomain), name)
    : timeTest(restrictionOf(filter, name, timeDomainOf(type)), name);
}

function textTest(restriction: Restriction<Buffer>, column: string): FileTest | undefined {
  if (restriction === 'everything') return undefined;
  const { compare } = textDomain;
  return ({ zones }) => {
    const zone = zones[column];
    return zone === undefined || overlaps(restriction, Buffer.from(zone.min), Buffer.from(zone.max), compare);
  };
}

function timeTest(restriction: Restriction<bigint>, column: string): FileTest | undefined {
  if (restriction === 'everything') return undefined;
  const { compare } = timeDomain;
  return ({ zones }) => {
    const zone = zones[column];
    const min = parseInstant(zone?.min ?? '');
    const max = parseInstant(zone?.max ?? '');
    return min === undefined || max === undefined || overlaps(restriction, min.min, max.max, compare);
  };
}
