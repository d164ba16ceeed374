import type { CatalogColumn, CatalogTable } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { type PlainKind, plainKind } from '../../flat/plain/plain-kind.ts';
import type { ColumnPlan } from '../../records/compile-map.ts';
import type { ColumnsReading } from '../../records/record-map.ts';
import { checkOf, rawColumnTypes } from '../../text-columns/raw-type.ts';
import { lossyText } from '../../values/id.ts';
import type { CellSql } from '../cell.ts';
import { cellSql } from '../cell-sql.ts';
import { sqlTypeOf } from '../column-sql.ts';
import { sourceTypeOf } from '../column-type.ts';
import { isAll, lowersAlike } from '../texts.ts';
import type { NestedTypes } from './nested-types.ts';

/** A value as SQL, and the condition of rows in which it is that of the row mapper. Never NULL. */
export interface ValueSql {
  readonly value: string;
  readonly isPlain: string;
}

export interface NestedOptions {
  readonly types: NestedTypes;
  readonly lossyFields: ReadonlySet<string>;
  /** Latest plausible time in microseconds since 1970. */
  readonly latestPlausible: bigint;
}

/** One place that a column is read from. */
interface SourceSql {
  /** Whether it says anything; otherwise the next one is read. */
  readonly has: string;
  readonly value: string;
  readonly isPlain: string;
}

/** The SQL of a column of a row that is the record itself or what it mentions; undefined if only the row mapper can read it. */
export function nestedColumnSql(
  table: CatalogTable,
  plan: ColumnPlan,
  options: NestedOptions,
  isNeeded: boolean,
): ValueSql | undefined {
  const column = table.columns.find(({ name }) => name === plan.name) as CatalogColumn;
  const { inColumns } = plan;
  if (inColumns === undefined || (typeof inColumns === 'object' && inColumns.as === 'names'))
    return undefined;
  if (typeof inColumns === 'object' && inColumns.as === 'any') return anySql(inColumns, options.types);
  const reading = { column, table, plan, inColumns, options };
  const sources = plan.sources.flatMap(({ path }) => sourcesAt(path, reading) ?? [undefined]);
  if (sources.some((source) => source === undefined)) return undefined;
  return chosen(sources as SourceSql[], sqlTypeOf(column), isNeeded, mayBeUnknown(column, table));
}

/** The value of the first source that says anything. Where it says nothing known, the row mapper tells what counts. */
function chosen(
  sources: readonly SourceSql[],
  type: string,
  isNeeded: boolean,
  mayBeUnknown: boolean,
): ValueSql {
  const values = sources.map(({ has, value }) => `WHEN ${has} THEN ${value}`);
  const plains = sources.map(({ value, isPlain }, i) => {
    // Plain texts and numbers are known, other than words of which some are unknown.
    const isLast = i + 1 === sources.length && !isNeeded;
    const isKnown = !mayBeUnknown || isLast ? '' : ` AND (${value}) IS NOT NULL`;
    return isPlain === 'true' && isKnown === '' ? 'true' : `coalesce(${isPlain}, false)${isKnown}`;
  });
  const isAlways = !isNeeded && plains.every((plain) => plain === 'true');
  const whens = sources.map(({ has }, i) => `WHEN ${has} THEN ${plains[i]}`);
  return {
    value: `(CASE ${values.join(' ')} ELSE NULL::${type} END)`,
    isPlain: isAlways ? 'true' : `(CASE ${whens.join(' ')} ELSE ${!isNeeded} END)`,
  };
}

/** Whether the reader says without a word that a value is unknown. */
function mayBeUnknown(column: CatalogColumn, table: CatalogTable): boolean {
  return plainKind(table, column) === 'word';
}

interface Reading {
  readonly column: CatalogColumn;
  readonly table: CatalogTable;
  readonly plan: ColumnPlan;
  readonly inColumns: ColumnsReading | 'as it is';
  readonly options: NestedOptions;
}

function sourcesAt(path: string, reading: Reading): SourceSql[] | undefined {
  if (path.startsWith('$.') || /\[\d/.test(path)) return undefined;
  const { inColumns, column, table, options } = reading;
  const kind = plainKind(table, column);
  const as = typeof inColumns === 'string' ? inColumns : inColumns.as;
  const { type } = column;
  const add = (at: string, use: object) => {
    options.types.add(at, { kind, type, ...use });
    return sqlName(at);
  };
  if (as === 'first-url')
    return [
      converted(`${path}.url_list`, add(`${path}.url_list`, { takesFirst: true }), reading),
      converted(`${path}.uri`, add(`${path}.uri`, {}), reading),
    ].flatMap((source) => source ?? []);
  if (as === 'filled') {
    const cell = add(path, { kind: 'label', type: 'VARCHAR', keepsEmpty: true });
    return [{ has: `${cell} IS NOT NULL`, value: `${cell} <> ''`, isPlain: 'true' }];
  }
  if (as === 'above-zero' && options.types.hasNumbers(path)) {
    const cell = sqlName(path);
    const found = options.types.add(path, { kind: 'integer', type: 'INTEGER', isBare: true });
    // beside texts, a column does not tell which are numbers: the row mapper reads these rows
    const [value, isPlain] = found === 'long' ? [`${cell} > 0`, 'true'] : ['NULL::BOOLEAN', 'false'];
    return [{ has: `${cell} IS NOT NULL`, value, isPlain }];
  }
  const found = converted(path, add(path, { isBare: as === 'positive' }), reading);
  if (found === undefined) return undefined;
  const cell = sqlName(path);
  if (as === 'positive')
    return [{ ...found, has: `(${found.has} AND ${cell} <> ${zeroOf(options.types, path)})` }];
  if (typeof inColumns === 'object' && inColumns.as === 'other-than')
    return [{ ...found, has: `(${found.has} AND ${cell} <> ${sqlString(inColumns.text)})` }];
  return [found];
}

function zeroOf(types: NestedTypes, path: string): string {
  const kind = types.types[types.fields.indexOf(path)]?.kind;
  return kind === 'long' ? '0' : "'0'";
}

/** The SQL of a path as the reader of the column has it. */
function converted(
  path: string,
  cell: string,
  { column, table, plan, options }: Reading,
): SourceSql | undefined {
  const kind = options.types.types[options.types.fields.indexOf(path)]?.kind ?? 'text';
  const found = cellOf(path, cell, kind, { column, table, plan, options });
  return found && { has: `${cell} IS NOT NULL`, value: found.value, isPlain: found.isPlain };
}

/**
 * The SQL of a text, a number or a truth value by the table's column. Words such as `none` are values in records: whether a flat file would have
 * them for unknown does not matter.
 */
export function cellOf(
  path: string,
  cell: string,
  kind: keyof typeof rawColumnTypes,
  { column, table, plan, options }: Omit<Reading, 'inColumns'>,
): CellSql | undefined {
  if (isTagName(table, column)) {
    const isPlain = options.types.checkAt(path) === 'tag' ? 'true' : isPlainTag(cell);
    return { isKnown: 'true', isPlain, value: tagName(cell) };
  }
  const { lossyFields, latestPlausible } = options;
  const plain: PlainKind = plainKind(table, column);
  const text = kind === 'members' ? 'text' : kind;
  return cellSql({
    cell,
    type: sourceTypeOf(rawColumnTypes[text]),
    kind: plain,
    name: column.name,
    columnType: column.type,
    isChecked: options.types.checkAt(path) !== undefined && options.types.checkAt(path) === checkOf(plain),
    isLossy: lossyFields.has(path) || lossyFields.has(lossyText(path)),
    isFollowed: false,
    durationUnit: plan.writing.durationUnit,
    zone: undefined,
    latestPlausible,
  });
}

function isTagName(table: CatalogTable, { name }: CatalogColumn): boolean {
  return table.name === 'hashtags' && name === 'name';
}

/** Whether a text is the name of one hashtag, with or without its mark. */
function isPlainTag(cell: string): string {
  return `(${isAll(cell, String.raw`#?[^\s\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}#＃@"'\x{0}]+`)} AND ${lowersAlike(cell)})`;
}

function tagName(cell: string): string {
  return `lower(ltrim(${cell}, '#'))`;
}

function anySql({ above, flag }: Extract<ColumnsReading, { as: 'any' }>, types: NestedTypes): ValueSql {
  const isNumber = types.add(above, { kind: 'integer', type: 'INTEGER' }) === 'long';
  const kind = types.add(flag, { kind: 'word', type: 'BOOLEAN' });
  const [number, cell] = [sqlName(above), sqlName(flag)];
  const isFlag = kind === 'flag';
  const value = isFlag
    ? cell
    : `(CASE ${cell} WHEN 'true' THEN true WHEN 'false' THEN false WHEN '1' THEN true WHEN '0' THEN false END)`;
  const isAbove = isNumber ? `${number} > 0` : `try_cast(${number} AS BIGINT) > 0`;
  // of other texts, the row mapper tells which are numbers
  const isDigits = `(${number} IS NULL OR regexp_full_match(${number}, '-?[0-9]{1,15}'))`;
  return {
    value: `(CASE WHEN ${isAbove} THEN true ELSE ${value} END)`,
    isPlain: `((${cell} IS NULL OR ${value} IS NOT NULL)${isNumber ? '' : ` AND ${isDigits}`})`,
  };
}
