import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import type { Row } from '../containers/record-chunk.ts';
import { isMappedByRow, neededColumns } from '../flat/plain/plain-rows.ts';
import type { FlatTable } from '../flat/plan-table.ts';
import { isAddressField, PlatformFinder } from '../flat/platform-of.ts';
import { timesOf } from '../staging/progress.ts';
import { type ColumnOptions, type ColumnSql, columnSql, observedSql } from './column-sql.ts';
import { sourceTypeOf } from './column-type.ts';
import type { RowsSql } from './rows-sql.ts';
import { matches, mentionsAlike, mentionsIn, tagsAlike, tagsIn } from './texts.ts';

const videosId = 'shortvideo.videos';

/** Names without an address that a sample has, at most. */
const namesMax = 200;

export interface BulkOptions extends Omit<ColumnOptions, 'plan'> {
  readonly catalog: Catalog;
  readonly formatName: string;
  /** The first rows of the file. */
  readonly sample: readonly Row[];
  /** Whether times without a zone may differ from the IDs by whole hours. */
  readonly mayBeOffByHours: boolean;
}

/**
 * The rows of a flat file as SQL over its columns: the values that the row mapper gives, and a condition that tells which
 * rows have them. All other rows are left to the row mapper.
 */
export class BulkRows implements RowsSql {
  readonly plan: FlatTable;
  readonly table: CatalogTable;
  readonly times: readonly string[];
  readonly beside = undefined;
  readonly columns: readonly ColumnSql[];
  readonly observed: ColumnSql;
  readonly isPlain: string;
  readonly isPlainUnsure: string | undefined;
  readonly source: string;
  readonly mayBeOffByHours: boolean;
  readonly columnsByRow: readonly string[];

  /** Undefined if the rows of the file have to be mapped one by one. */
  static over(plan: FlatTable, fields: readonly string[], options: BulkOptions): BulkRows | undefined {
    return BulkRows.areOver(plan, fields) ? new BulkRows(plan, fields, options) : undefined;
  }

  /** Whether SQL may convert rows of the file. */
  static areOver(plan: FlatTable, fields: readonly string[]): boolean {
    if (isMappedByRow(plan, fields)) return false;
    const isTold =
      tableId(plan.table) !== videosId || plan.columns.some(({ name }) => name === 'create_time');
    return (
      isTold && neededColumns(plan).every(({ name }) => plan.columns.some((column) => column.name === name))
    );
  }

  private constructor(plan: FlatTable, fields: readonly string[], given: BulkOptions) {
    this.plan = plan;
    this.table = plan.table;
    this.mayBeOffByHours = given.mayBeOffByHours;
    const options = { ...given, plan };
    const isVideo = tableId(plan.table) === videosId;
    const needed = new Set(neededColumns(plan).map(({ name }) => name));
    if (isVideo) needed.add('create_time');
    const planned = plan.columns.map((column) =>
      columnSql(column, { ...options, isNeeded: needed.has(column.name) }),
    );
    const captions = isVideo ? captionColumns(planned, isCaptionChecked(plan, given.checked)) : [];
    this.columns = [...planned, ...captions];
    this.times = timesOf(given.catalog, tableId(plan.table))
      .filter((name) => this.columns.some((column) => column.name === name))
      .map(sqlName);
    this.columnsByRow = planned.flatMap(({ fieldsByRow }) => fieldsByRow);
    this.observed = observedSql(options);
    const conditions = [this.observed.isPlain, ...platformConditions(plan, fields, given)];
    this.isPlain = allOf([...this.columns.map(({ isPlain }) => isPlain), ...conditions]);
    const unsure =
      given.checked.size > 0 ? BulkRows.over(plan, fields, { ...given, checked: new Set() }) : undefined;
    this.isPlainUnsure = unsure?.isPlain;
    const hasSource = isVideo && sourceTypeOf(given.types.get('source') ?? '') === 'text';
    const name = sqlString(given.formatName);
    this.source = hasSource ? `coalesce(nullif("source", ''), ${name})` : name;
  }

  select(relation: string): string {
    const { columns, observed } = this;
    const locals = columns.flatMap(({ isLocal }) => (isLocal === undefined ? [] : `${isLocal}::INTEGER`));
    const list = [
      ...columns.map(({ name, value }) => `${value} AS ${sqlName(name)}`),
      `${observed.value} AS _observed_at`,
      `${this.source} AS _source`,
      `${locals.length === 0 ? '0' : locals.join(' + ')} AS _locals`,
      `${columns.find(({ name }) => name === this.plan.table.partitionBy)?.isUnzoned ?? 'false'} AS _is_unzoned`,
    ];
    return `SELECT ${list.join(', ')} FROM ${relation}`;
  }
}

/** A condition that all of these hold. */
export function allOf(conditions: readonly string[]): string {
  const own = conditions.filter((condition) => condition !== 'true');
  return own.length === 0 ? 'true' : own.map((text) => `(${text})`).join(' AND ');
}

function isCaptionChecked({ columns }: FlatTable, checked: ReadonlySet<string>): boolean {
  const sources = columns.find(({ name }) => name === 'description')?.sources ?? [];
  return sources.every(({ field }) => checked.has(field));
}

/** Hashtags and mentions of the caption, where the file has no column of them. */
function captionColumns(columns: readonly ColumnSql[], isChecked: boolean): ColumnSql[] {
  const caption = columns.find(({ name }) => name === 'description')?.value ?? "''";
  const lacks = (name: string) => !columns.some((column) => column.name === name);
  const of = (name: string, value: string, isPlain: string) => ({
    name,
    value,
    isPlain,
    isLocal: undefined,
    isUnzoned: undefined,
    fieldsByRow: [],
  });
  return [
    ...(lacks('hashtags') ? [of('hashtags', tagsIn(caption), isChecked ? 'true' : tagsAlike(caption))] : []),
    ...(lacks('mentions')
      ? [of('mentions', mentionsIn(caption), isChecked ? 'true' : mentionsAlike(caption))]
      : []),
  ];
}

/** Rows with addresses and names of their own platform, or of none, in the fields that tell it. */
function platformConditions(
  { table }: FlatTable,
  fields: readonly string[],
  { catalog, types, sample }: BulkOptions,
): string[] {
  if (table.hosts === undefined) return [];
  const finder = new PlatformFinder(catalog);
  const hosts = table.hosts.map((host) => host.replaceAll('.', '[.]')).join('|');
  const own = `(?i)^(https?://)?([a-z0-9-]+[.])*(${hosts})(:[0-9]+)?([/?#]|$)`;
  return fields
    .filter((field) => isAddressField(field) && sourceTypeOf(types.get(field) ?? '') === 'text')
    .map((field) => {
      const names = new Set<string>(['']);
      for (const row of sample) {
        const value = row[field];
        if (typeof value !== 'string' || names.size >= namesMax) continue;
        const found = finder.find({ [field]: value });
        if (found === undefined || found.platform === table.platform) names.add(value);
      }
      const cell = sqlName(field);
      return `${cell} IS NULL OR ${matches(cell, own)} OR list_contains(${sqlStrings([...names])}, ${cell})`;
    });
}
