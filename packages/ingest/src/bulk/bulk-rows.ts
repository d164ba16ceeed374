import { type Catalog, tableId } from '@sdq/catalog';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import type { Row } from '../containers/record-chunk.ts';
import { isMappedByRow, neededColumns } from '../flat/plain/plain-rows.ts';
import type { FlatTable } from '../flat/plan-table.ts';
import { isAddressField, PlatformFinder } from '../flat/platform-of.ts';
import { type ColumnOptions, type ColumnSql, columnSql, observedSql } from './column-sql.ts';
import { sourceTypeOf } from './column-type.ts';
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
export class BulkRows {
  readonly plan: FlatTable;
  /** The columns of the table's rows. */
  readonly columns: readonly ColumnSql[];
  readonly observed: ColumnSql;
  /** The condition of rows that SQL converts. Never NULL. */
  readonly isPlain: string;
  /** The value of `source` in the observations of counts. */
  readonly source: string;
  /** Whether times without a zone may differ from the IDs by whole hours. */
  readonly mayBeOffByHours: boolean;
  /** Fields whose types SQL does not convert. */
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
    this.mayBeOffByHours = given.mayBeOffByHours;
    const options = { ...given, plan };
    const isVideo = tableId(plan.table) === videosId;
    const needed = new Set(neededColumns(plan).map(({ name }) => name));
    if (isVideo) needed.add('create_time');
    const planned = plan.columns.map((column) =>
      columnSql(column, { ...options, isNeeded: needed.has(column.name) }),
    );
    const captions = isVideo ? captionColumns(planned) : [];
    this.columns = [...planned, ...captions];
    this.columnsByRow = planned.flatMap(({ fieldsByRow }) => fieldsByRow);
    this.observed = observedSql(options);
    const conditions = [
      ...this.columns.map(({ isPlain }) => isPlain),
      this.observed.isPlain,
      ...platformConditions(plan, fields, given),
    ].filter((condition) => condition !== 'true');
    this.isPlain = conditions.length === 0 ? 'true' : conditions.map((text) => `(${text})`).join(' AND ');
    const hasSource = isVideo && sourceTypeOf(given.types.get('source') ?? '') === 'text';
    const name = sqlString(given.formatName);
    this.source = hasSource ? `coalesce(nullif("source", ''), ${name})` : name;
  }

  /** A SELECT of a relation of plain rows: the table's columns, `_observed_at`, `_source`, `_locals`, the
   * number of times without a zone, and `_is_unzoned`, whether the main time is one whose zone nothing tells. */
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

/** Hashtags and mentions of the caption, where the file has no column of them. */
function captionColumns(columns: readonly ColumnSql[]): ColumnSql[] {
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
    ...(lacks('hashtags') ? [of('hashtags', tagsIn(caption), tagsAlike(caption))] : []),
    ...(lacks('mentions') ? [of('mentions', mentionsIn(caption), mentionsAlike(caption))] : []),
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
