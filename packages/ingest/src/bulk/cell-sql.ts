import type { CellOptions, CellSql } from './cell.ts';
import {
  areNames,
  hasMargin,
  isAll,
  isBlankText,
  isNullText,
  isPlainLabel,
  isPlainTags,
  isUnchanged,
  namesOf,
  tagsOf,
} from './texts.ts';
import { timeSql } from './time-sql.ts';

const digits15 = 10n ** 15n;
const longMax = 2n ** 63n - 1n;
const durationMsMax = 86_400_000;

/** The SQL of one source of a column; undefined if only the row mapper can read it. */
export function cellSql(options: CellOptions): CellSql | undefined {
  const { cell, type } = options;
  if (type === 'text') return textSql(options);
  if (type === 'whole') return known(cell, wholeSql(options, cell));
  if (type === 'double') return doubleSql(options);
  if (type === 'texts' || type === 'wholes') return known(cell, listSql(options));
  if (type === 'flag')
    return options.columnType === 'BOOLEAN' ? known(cell, { isPlain: 'true', value: cell }) : undefined;
  if (type === 'other' || options.kind !== 'time') return undefined;
  const time = timeSql(options);
  return time && { ...time, isKnown: `${cell} IS NOT NULL` };
}

type Converted = Omit<CellSql, 'isKnown'>;

function known(cell: string, converted: Converted | undefined): CellSql | undefined {
  return converted && { isKnown: `${cell} IS NOT NULL`, ...converted };
}

/** `cell`: SQL of a whole number, or NULL where it is none. */
function wholeSql(options: CellOptions, cell: string): Converted | undefined {
  const { kind, isLossy, isFollowed, durationUnit, columnType } = options;
  const isExact = `${isLossy ? ` AND ${cell} < ${digits15}` : ''}${isFollowed ? ` AND (${cell} < ${digits15} OR ${cell} % 1000 <> 0)` : ''}`;
  switch (kind) {
    case 'key':
      return { isPlain: `(${cell} > 0${isExact})`, value: `${cell}::VARCHAR` };
    case 'id': {
      const isShort = isLossy ? ` AND ${cell} < ${digits15}` : '';
      return { isPlain: `(${cell} >= 0${isShort})`, value: `nullif(${cell}, 0)::VARCHAR` };
    }
    case 'count':
      return { isPlain: `${cell} BETWEEN 0 AND ${longMax}`, value: `try_cast(${cell} AS BIGINT)` };
    case 'integer':
      return {
        isPlain: `${cell} BETWEEN -2147483647 AND 2147483647`,
        value: `try_cast(${cell} AS INTEGER)`,
      };
    case 'duration': {
      const factor = durationUnit === 's' ? 1000 : 1;
      const isInRange = `${cell} BETWEEN 0 AND ${durationMsMax / factor}`;
      return {
        isPlain: isInRange,
        value: `CASE WHEN ${isInRange} THEN (${cell}::INTEGER * ${factor})::INTEGER END`,
      };
    }
    case 'time':
      return timeSql({ ...options, cell, type: 'whole' });
    case 'handle':
    case 'label':
    case 'caption':
      return { isPlain: 'true', value: `${cell}::VARCHAR` };
    case 'word':
      return {
        isPlain: 'true',
        value:
          columnType === 'BOOLEAN' ? `CASE ${cell} WHEN 1 THEN true WHEN 0 THEN false END` : 'NULL::VARCHAR',
      };
    default:
      return undefined;
  }
}

/** A double is read where it is a whole number that it represents exactly. */
function doubleSql(options: CellOptions): CellSql | undefined {
  const { cell, kind, columnType } = options;
  const isWhole = `(${cell} = floor(${cell}) AND ${cell} BETWEEN 0 AND 9007199254740991)`;
  const whole = `CASE WHEN ${isWhole} THEN ${cell}::BIGINT END`;
  const isNumber =
    ['key', 'id', 'count', 'integer', 'duration', 'time'].includes(kind) || columnType === 'BOOLEAN';
  const converted = isNumber ? wholeSql(options, `(${whole})`) : undefined;
  return (
    converted && {
      ...converted,
      isKnown: `(${cell} IS NOT NULL AND NOT isnan(${cell}))`,
      isPlain: `(${isWhole} AND coalesce(${converted.isPlain}, false))`,
    }
  );
}

function textSql(options: CellOptions): CellSql | undefined {
  const { cell, kind } = options;
  const isCaption = kind === 'caption';
  const isBlank = isCaption ? isBlankText(cell) : isNullText(cell);
  // Other spellings of null with white space around them are left to the row mapper.
  const found = isCaption ? { isPlain: isUnchanged(cell), value: cell } : trimmedSql(options);
  const converted = found && options.isChecked ? { ...found, isPlain: checkedSql(options) } : found;
  return converted && { isKnown: `(${cell} IS NOT NULL AND NOT ${isBlank})`, ...converted };
}

/** What is to be told of a text beside what was checked. */
function checkedSql({ cell, kind, isLossy, isFollowed }: CellOptions): string {
  if (kind !== 'key' && kind !== 'id') return 'true';
  const isExact = [
    ...(isLossy ? [`strlen(${cell}) <= 15`] : []),
    ...(kind === 'key' && isFollowed ? [`(strlen(${cell}) <= 15 OR NOT ends_with(${cell}, '000'))`] : []),
  ];
  return isExact.length === 0 ? 'true' : `(${isExact.join(' AND ')})`;
}

function trimmedSql(options: CellOptions): Converted | undefined {
  const { cell, kind, isLossy, isFollowed, name, columnType, durationUnit } = options;
  switch (kind) {
    case 'key':
    case 'id': {
      const isExact = `${isLossy ? ` AND strlen(${cell}) <= 15` : ''}${kind === 'key' && isFollowed ? ` AND (strlen(${cell}) <= 15 OR NOT ends_with(${cell}, '000'))` : ''}`;
      return { isPlain: `(${isAll(cell, '[1-9][0-9]{0,19}')}${isExact})`, value: cell };
    }
    case 'count':
      return { isPlain: isAll(cell, '[0-9]{1,15}'), value: `try_cast(${cell} AS BIGINT)` };
    case 'integer':
      return { isPlain: isAll(cell, '[0-9]{1,9}'), value: `try_cast(${cell} AS INTEGER)` };
    case 'duration': {
      const factor = durationUnit === 's' ? 1000 : 1;
      const ms = `try_cast(${cell} AS INTEGER)::BIGINT * ${factor}`;
      return {
        isPlain: `(${isAll(cell, '[0-9]{1,9}')} AND ${ms} <= ${durationMsMax})`,
        value: `try_cast(${ms} AS INTEGER)`,
      };
    }
    case 'time':
      return timeSql(options);
    case 'handle':
      return { isPlain: isAll(cell, '[A-Za-z0-9._-]+'), value: `lower(${cell})` };
    case 'label':
      return { isPlain: isPlainLabel(cell), value: cell };
    case 'address':
      return {
        isPlain: isAll(cell, '[!-"$->@-~][!-~]*'),
        value: `regexp_extract(${cell}, '^[^?#]+')`,
      };
    case 'word':
      return { isPlain: `NOT ${hasMargin(cell)}`, value: wordSql(cell, name, columnType) };
    case 'tags':
      return { isPlain: `(${isPlainTags(cell)} AND NOT ${hasMargin(cell)})`, value: tagsOf(cell) };
    default:
      return undefined;
  }
}

function wordSql(cell: string, name: string, columnType: string): string {
  if (columnType === 'BOOLEAN')
    return `CASE WHEN lower(${cell}) IN ('true', 't', '1', 'yes', 'y', '1.0') THEN true
      WHEN lower(${cell}) IN ('false', 'f', '0', 'no', 'n', '0.0') THEN false END`;
  if (name === 'region') return `CASE WHEN ${isAll(cell, '[A-Za-z]{2}')} THEN upper(${cell}) END`;
  const tag = `replace(${cell}, '_', '-')`;
  return `CASE WHEN ${isAll(tag, '[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*')} AND lower(${tag}) NOT IN ('un', 'und') THEN ${tag} END`;
}

function listSql({ cell, type, name, isChecked }: CellOptions): Converted | undefined {
  if (name !== 'hashtags' && name !== 'mentions') return undefined;
  if (type === 'wholes') {
    if (name !== 'mentions') return undefined;
    return {
      isPlain: 'true',
      value: `list_filter(${cell}, lambda id: id IS NOT NULL)::VARCHAR[]`,
    };
  }
  const mark = name === 'hashtags' ? '#' : '@';
  return { isPlain: isChecked ? 'true' : areNames(cell, mark), value: namesOf(cell, mark) };
}
