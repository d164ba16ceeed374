import type { CatalogColumn } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';
import type { ColumnPlan, TablePlan } from '../../records/compile-map.ts';
import { checkOf } from '../../text-columns/raw-type.ts';
import type { BesideRows } from '../rows-sql.ts';
import { cellOf, type NestedOptions } from './nested-column.ts';

interface Hashtags {
  readonly rows: BesideRows;
  /** Conditions of records whose hashtags are those of the row mapper. */
  readonly conditions: readonly string[];
}

/** The hashtags of which a record tells more than their name, and those of which it has the name alone. */
export function hashtagsSql(plan: TablePlan, options: NestedOptions): Hashtags | undefined {
  const { table } = plan;
  const members = new Map<string, string>();
  const conditions: string[] = [];
  const columns: Record<string, string> = {};
  for (const column of plan.columns) {
    const described = table.columns.find(({ name }) => name === column.name) as CatalogColumn;
    const value = columnOf(column, described, { plan, options, members, conditions });
    if (value === undefined) return undefined;
    columns[column.name] = value;
  }
  const names = plan.columns.find(({ name }) => name === 'name')?.sources ?? [];
  const list = sqlName(names[0]?.path ?? '');
  const known = `list_filter(${list}, lambda name: name IS NOT NULL)`;
  const lower = `list_transform(${known}, lambda name: lower(ltrim(name, '#')))`;
  // Of two with the same name and other values, the later one counts; a name may be at another key.
  const others = [...members.keys()].filter((path) => path !== names[0]?.path).map(sqlName);
  const values = `list_distinct(list_zip(list_transform(${list}, lambda name: lower(ltrim(name, '#'))), ${others.join(', ')}))`;
  const isSame = `list_unique(${lower}) = len(list_filter(${values}, lambda value: value[1] IS NOT NULL))`;
  conditions.push(
    `(CASE WHEN len(${list}) < 2 THEN true WHEN list_unique(${lower}) = len(${list}) THEN true ELSE coalesce(${isSame}, true) END)`,
  );
  if (names.length > 1) conditions.push(`(${list} IS NULL OR len(${known}) = len(${list}))`);
  const told = [...members].map(([path, member]) => `unnest(${sqlName(path)}) AS ${member}`);
  const lacking = [...members.values()].map((member) => `NULL::VARCHAR AS ${member}`);
  const unknown = `list_filter(hashtags, lambda tag: NOT coalesce(list_contains(${lower}, tag), false))`;
  const name = `coalesce(_name, ${columns.name})`;
  return {
    conditions,
    rows: {
      table: plan.id,
      columns: { ...columns, name },
      from: (selected) => `(SELECT * FROM (
          SELECT ${told.join(', ')}, NULL::VARCHAR AS _name, _observed_at FROM (${selected})
          UNION ALL SELECT ${lacking.join(', ')}, unnest(${unknown}) AS _name, _observed_at FROM (${selected}))
        WHERE ${name} IS NOT NULL)`,
    },
  };
}

/** The value of a column over the members of the lists, by the name that each has; undefined if only the row mapper can read it. */
function columnOf(
  column: ColumnPlan,
  described: CatalogColumn,
  {
    plan: { table },
    options,
    members,
    conditions,
  }: { plan: TablePlan; options: NestedOptions; members: Map<string, string>; conditions: string[] },
): string | undefined {
  const { inColumns } = column;
  const isPositive = typeof inColumns === 'object' && inColumns.as === 'positive';
  if (inColumns !== 'as it is' && !isPositive) return undefined;
  const whens: string[] = [];
  const isName = column.name === 'name';
  // The first key has the name of each: that is a condition.
  for (const { path } of isName ? column.sources.slice(0, 1) : column.sources) {
    if (path.split('[].').length !== 2) return undefined;
    const kind = kindOf(described);
    const check = isName
      ? 'tag'
      : kind === 'count' || described.type === 'BOOLEAN'
        ? undefined
        : checkOf(kind);
    options.types.add(path, { kind, type: described.type, isBare: isPositive, ...(check && { check }) });
    const member = members.get(path) ?? `_m${members.size}`;
    members.set(path, member);
    const of = { column: described, table, plan: column, options };
    const value = cellOf(path, member, 'members', of);
    const each = cellOf(path, 'member', 'members', of);
    if (value === undefined || each === undefined) return undefined;
    const has = (cell: string) => `${isPositive ? `nullif(${cell}, '0')` : cell} IS NOT NULL`;
    whens.push(`WHEN ${has(member)} THEN ${value.value}`);
    if (each.isPlain === 'true') continue;
    const isRead = `coalesce(${each.isPlain} AND (${each.value}) IS NOT NULL, false)`;
    const odd = `list_filter(${sqlName(path)}, lambda member: ${has('member')} AND NOT ${isRead})`;
    conditions.push(`(${sqlName(path)} IS NULL OR len(${odd}) = 0)`);
  }
  return `(CASE ${whens.join(' ')} END)`;
}

/** Numbers are texts of digits in these lists; names and titles are texts only. */
function kindOf({ type, name }: CatalogColumn): 'count' | 'id' | 'label' {
  if (type === 'BIGINT' || type === 'INTEGER') return 'count';
  return name.endsWith('_id') ? 'id' : 'label';
}
