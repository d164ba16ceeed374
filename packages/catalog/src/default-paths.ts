import { isWholeNumber, readColumnType } from './column-types.ts';
import {
  type CatalogColumn,
  type CatalogTable,
  elementOf,
  mainTimeOf,
  type PathInstance,
  storedColumns,
} from './table.ts';

/** Minimum rows of a table for acceleration structures: a smaller one is read from its base files as quickly. */
export const defaultRowsMin = 20_000;

/** The maximum number of measures that are stored with rows clustered by another column. */
const measuresBeside = 4;

/**
 * The limit of ties in a top-k partition. Where most rows tie, or most groups have one row, it would contain most of
 * the rows.
 */
const tiesMax = 4;

/**
 * The maximum number of categories and flags by which totals by time are also grouped: each multiplies the number of
 * groups. Those by month have more room.
 */
const categoriesMax = 3;
const categoriesOfMonthsMax = 6;

/**
 * The default structures in the segments of a table that does not list any, implied by the roles of its columns.
 *
 * | role | structure |
 * |---|---|
 * | any | `native-scan`: every stored column |
 * | `owner`, `owner-name`, `parent` | `owner-rows` by its values, newest first |
 * | `tags` | `tag-rows` by its values, newest first; `group-totals` and `top-groups` by tag |
 * | `measure` of whole numbers | `top-rows`: the rows that lead by it |
 * | main `time` that does not part the table | `time-rows`: all rows, newest first |
 * | main `time` | `time-totals` by hour, by day and month with up to three categories and flags, and by month with up to six; by day of observation; `table-totals` |
 * | first `owner`, and each that has a name | `group-totals`, `top-groups` |
 * | `text` | `text-rows`: its words |
 *
 * A table that is derived from another has none: queries over it can be answered from the other table.
 */
export function defaultPaths(table: CatalogTable): PathInstance[] {
  if (table.derivedFrom !== undefined) return [];
  const kept: PathInstance[] = [
    { path: 'native-scan', structure: 'scan' },
    ...ownerRows(table),
    ...tagRows(table),
    ...measures(table).map(({ name }) => {
      return { path: 'top-rows', structure: `top_${name}`, column: name, tiesMax };
    }),
    ...timeRows(table),
    ...timeTotals(table),
    ...groupTotals(table),
    ...textRows(table),
  ];
  return kept.map((instance) => ({ ...instance, rowsMin: defaultRowsMin }));
}

/** The narrow columns, lists of tags included: top-k partitions contain them, and other structures are made from them. */
export function narrowColumns(table: CatalogTable): CatalogColumn[] {
  return storedColumns(table).filter(
    ({ type, role, isLong }) => readColumnType(type) !== undefined && (isLong !== true || role === 'tags'),
  );
}

function withRole(table: CatalogTable, ...roles: readonly CatalogColumn['role'][]): CatalogColumn[] {
  return narrowColumns(table).filter(({ role }) => role !== undefined && roles.includes(role));
}

function measures(table: CatalogTable): CatalogColumn[] {
  return withRole(table, 'measure').filter(({ type }) => isWholeNumber(type));
}

/** The display name of an owner or a key. */
function namesOf(table: CatalogTable, owner: string): CatalogColumn[] {
  return withRole(table, 'owner-name').filter(({ nameOf }) => nameOf === owner);
}

function ownerRows(table: CatalogTable): PathInstance[] {
  const time = mainTimeOf(table);
  return withRole(table, 'owner', 'owner-name', 'parent')
    .filter(({ type }) => type === 'VARCHAR' || isWholeNumber(type))
    .map(({ name, nameOf = name }) => {
      const ids = narrowColumns(table).filter((column) => column.name === nameOf);
      const partners = [...namesOf(table, nameOf), ...ids].map((each) => each.name);
      const beside = measures(table).slice(0, measuresBeside);
      const carries = [
        name,
        ...partners,
        ...(time === undefined ? [] : [time]),
        ...beside.map((m) => m.name),
      ];
      return {
        path: 'owner-rows',
        structure: `by_${name}`,
        column: name,
        carries: [...new Set(carries)],
      };
    });
}

function tagRows(table: CatalogTable): PathInstance[] {
  const time = mainTimeOf(table);
  const [owner] = withRole(table, 'owner');
  const beside = measures(table).slice(0, 2);
  const carries = [
    ...(time === undefined ? [] : [time]),
    ...(owner === undefined ? [] : [owner.name]),
    ...beside.map(({ name }) => name),
  ];
  return withRole(table, 'tags').map(({ name }) => ({
    path: 'tag-rows',
    structure: `by_${elementOf(table, name)}`,
    column: name,
    carries,
  }));
}

/** A table that is partitioned by month is already clustered by time and needs no time-ordered copy. */
function timeRows(table: CatalogTable): PathInstance[] {
  const time = mainTimeOf(table);
  if (time === undefined || table.partitionBy !== undefined) return [];
  const [owner] = withRole(table, 'owner');
  const beside = measures(table).slice(0, measuresBeside);
  const carries = [time, ...(owner === undefined ? [] : [owner.name]), ...beside.map(({ name }) => name)];
  return [{ path: 'time-rows', structure: `by_${time}`, column: time, carries }];
}

function timeTotals(table: CatalogTable): PathInstance[] {
  const time = mainTimeOf(table);
  if (time === undefined) return [];
  const all = withRole(table, 'category', 'flag')
    .filter(({ name }) => !table.key.includes(name))
    .slice(0, categoriesOfMonthsMax)
    .map(({ name }) => name);
  const carries = all.slice(0, categoriesMax);
  const further: PathInstance = {
    path: 'time-totals',
    structure: 'rollup_categories',
    column: time,
    carries: all,
    period: 'month',
  };
  return [
    { path: 'time-totals', structure: 'rollup_day', column: time, carries },
    ...hourTotals(table, time),
    ...(all.length > carries.length ? [further] : []),
    { path: 'time-totals', structure: 'rollup_month', column: time, carries, of: 'rollup_day' },
  ];
}

/** Totals by hour of the main time, and by day of observation: they have one group for each. */
function hourTotals(table: CatalogTable, time: string): PathInstance[] {
  const isMoment = (name: string | undefined) =>
    storedColumns(table).some((column) => column.name === name && column.type.startsWith('TIMESTAMP'));
  const { observedBy } = table;
  return [
    ...(isMoment(time)
      ? [{ path: 'time-totals', structure: 'rollup_hour', column: time, period: 'hour' } as const]
      : []),
    ...(observedBy !== undefined && observedBy !== time && isMoment(observedBy)
      ? [{ path: 'time-totals', structure: 'rollup_observed', column: observedBy, period: 'day' } as const]
      : []),
  ];
}

function groupTotals(table: CatalogTable): PathInstance[] {
  const owners = withRole(table, 'owner').filter(
    ({ name }, place) => place === 0 || namesOf(table, name).length > 0,
  );
  const byOwner = owners.map(({ name }) => ({
    column: name,
    carries: namesOf(table, name).map((each) => each.name),
    structure: `${name}_totals`,
  }));
  const byTag = withRole(table, 'tags').map(({ name }) => ({
    column: name,
    carries: [],
    structure: `${elementOf(table, name)}_totals`,
  }));
  const totals = [...byOwner, ...byTag].map((instance) => ({ path: 'group-totals', ...instance }));
  const leading = totals.flatMap(({ column, carries, structure: of }) =>
    [column, ...carries].map((each) => {
      return {
        path: 'top-groups',
        column: each,
        structure: `${elementOf(table, each)}_leaders`,
        of,
        tiesMax,
      };
    }),
  );
  const overall = {
    path: 'table-totals',
    structure: 'totals',
    ...(mainTimeOf(table) === undefined ? {} : { of: 'rollup_month' }),
  };
  return [...totals, overall, ...leading];
}

function textRows(table: CatalogTable): PathInstance[] {
  return storedColumns(table)
    .filter(({ role }) => role === 'text')
    .flatMap(({ name }) => [
      { path: 'text-rows', structure: `${name}_words`, column: name },
      { path: 'text-rows', structure: `${name}_postings`, column: name, of: `${name}_words` },
    ]);
}
