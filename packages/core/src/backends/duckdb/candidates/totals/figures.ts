import { type CatalogColumn, type CatalogTable, readColumnType, storedColumns } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import type { AggregateCall } from '../../../../shape/grouped/aggregate-calls.ts';
import { meanOf } from '../../plan-macros.ts';
import type { TotalColumn } from './measures.ts';
import { measuredColumns, timedColumns } from './measures.ts';
import { aliasOf, type OverGroups } from './over-groups.ts';

/** A figure of one column over all rows: those that tools ask for when they describe a table. */
export interface Figure extends TotalColumn {
  /** Over rows. */
  readonly sql: string;
  /** Over one row. */
  readonly single: string;
}

/** Figures of every column of a table besides those that totals of measures and times have. */
export function figuresOf(table: CatalogTable): Figure[] {
  const summed = new Set([...measuredColumns(table), ...timedColumns(table)]);
  return storedColumns(table).flatMap((column) => [
    ...(summed.has(column.name) ? [] : boundsOf(column)),
    ...(column.type === 'BOOLEAN' ? [countOf(column, 'true', sqlWord(column.name))] : []),
    ...lengthsOf(column),
  ]);
}

/** Columns whose distinct values are counted over all rows: neither long texts nor lists, times or the key. */
export function distinctColumns(table: CatalogTable): string[] {
  const [key, more] = table.key;
  const times = new Set(timedColumns(table));
  return storedColumns(table)
    .filter(({ name, type, isLong }) => {
      const read = readColumnType(type);
      if (read === undefined || read.name === 'LIST' || isLong === true || times.has(name)) return false;
      return name !== key || more !== undefined;
    })
    .map(({ name }) => name);
}

function countOf({ name }: CatalogColumn, figure: string, test: string): Figure {
  return {
    name: `${name}_${figure}`,
    type: 'BIGINT',
    kind: 'count',
    sql: `count(*) FILTER (WHERE ${test})`,
    single: `coalesce(${test}, false)::BIGINT`,
  };
}

function boundsOf(column: CatalogColumn): Figure[] {
  const { name, type } = column;
  const word = sqlWord(name);
  const known: Figure = {
    name: `${name}_rows`,
    type: 'BIGINT',
    kind: 'count',
    sql: `count(${word})`,
    single: `(${word} IS NOT NULL)::BIGINT`,
  };
  const read = readColumnType(type);
  if (read === undefined || read.name === 'LIST' || type === 'BOOLEAN') return [known];
  const bound = (kind: 'min' | 'max'): Figure => ({
    name: `${name}_${kind}`,
    type,
    kind,
    sql: `${kind}(${word})`,
    single: word,
  });
  return [known, bound('min'), bound('max')];
}

/** Of texts and lists: how many are empty; their lengths. */
function lengthsOf(column: CatalogColumn): Figure[] {
  const { name, type } = column;
  const isText = type === 'VARCHAR';
  if (!isText && readColumnType(type)?.name !== 'LIST') return [];
  const word = sqlWord(name);
  const length = `length(${word})`;
  return [
    countOf(column, 'empty', isText ? `${word} = ''` : `len(${word}) = 0`),
    {
      name: `${name}_length`,
      type: 'HUGEINT',
      kind: 'sum',
      sql: `sum(${length})`,
      single: `${length}::HUGEINT`,
    },
    { name: `${name}_shortest`, type: 'BIGINT', kind: 'min', sql: `min(${length})`, single: length },
    { name: `${name}_longest`, type: 'BIGINT', kind: 'max', sql: `max(${length})`, single: length },
  ];
}

/** An aggregate over all rows as figures of a column; undefined where no figure tells it. */
export function figureOver(
  { name, column, lengthOf, test, isDistinct, argument, filter }: AggregateCall,
  isHeld: (figure: string) => boolean,
): OverGroups | undefined {
  const sum = (figure: string) => `coalesce(sum(${aliasOf(figure)}), 0)::BIGINT`;
  const over = (text: string, ...measures: string[]): OverGroups | undefined =>
    measures.every((measure) => measure === 'rows' || isHeld(measure)) ? { text, measures } : undefined;
  if (isDistinct) return undefined;
  if (test !== undefined) {
    const of = `${test.column}_`;
    const isCounting =
      name === 'count_star' || (name === 'count' && (argument === 'none' || argument === 'constant'));
    if (name === 'count_if' || name === 'countif') {
      if (test.is !== 'true') return undefined;
      const known = `sum(${aliasOf(`${of}rows`)}) > 0`; // NULL where no value is known
      return over(
        `CASE WHEN ${known} THEN sum(${aliasOf(`${of}true`)})::HUGEINT END`,
        `${of}true`,
        `${of}rows`,
      );
    }
    if (!isCounting) return undefined;
    const minus = (from: string, figure: string) => over(`(${sum(from)} - ${sum(figure)})`, from, figure);
    switch (test.is) {
      case 'NULL':
        return minus('rows', `${of}rows`);
      case 'known':
        return over(sum(`${of}rows`), `${of}rows`);
      case 'false':
        return isHeld(`${of}true`) ? minus(`${of}rows`, `${of}true`) : undefined;
      default:
        return over(sum(`${of}${test.is}`), `${of}${test.is}`);
    }
  }
  if (filter !== '') return undefined;
  if (lengthOf !== undefined) {
    const [known, length] = [`${lengthOf}_rows`, `${lengthOf}_length`];
    const total = `sum(${aliasOf(length)})`;
    if (name === 'sum') return over(total, length);
    if (name === 'avg' || name === 'mean')
      return over(meanOf(total, `sum(${aliasOf(known)})`), length, known);
    const bound =
      name === 'min' ? `${lengthOf}_shortest` : name === 'max' ? `${lengthOf}_longest` : undefined;
    return bound === undefined ? undefined : over(`${name}(${aliasOf(bound)})`, bound);
  }
  if (column === undefined || argument !== 'column') return undefined;
  if (name === 'count') return over(sum(`${column}_rows`), `${column}_rows`);
  const bound = `${column}_${name}`;
  return name === 'min' || name === 'max' ? over(`${name}(${aliasOf(bound)})`, bound) : undefined;
}
