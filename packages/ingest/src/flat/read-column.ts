import type { CatalogColumn, CatalogTable } from '@sdq/catalog';
import { type MapContext, Refusal, type Value } from '../observation.ts';
import { readCount } from '../values/count.ts';
import { readDurationMs } from '../values/duration.ts';
import { readFlag } from '../values/flag.ts';
import { readHandle, readLanguage, readRegion } from '../values/handle.ts';
import { readId, readKeyId } from '../values/id.ts';
import { postIdIn } from '../values/network-post.ts';
import type { WordsSeen } from '../values/number-words.ts';
import { isTooDeep, tooDeep } from '../values/object-for-value.ts';
import { mediaIdIn, mediaTypeIn, shortcodeIn, shortcodeOf } from '../values/photo-post.ts';
import { quoted } from '../values/shown.ts';
import { readHashtags, readMentions, readNames } from '../values/tags.ts';
import { isBlank, readLabel, readText, unescapeHtml } from '../values/text.ts';
import { readKeyTime, readTime, type TimeWriting } from '../values/time.ts';
import { readUrl } from '../values/url.ts';

/** The format of a source column's values where it is ambiguous. */
export interface Writing extends TimeWriting {
  readonly durationUnit: 's' | 'ms';
  readonly dayFirst: boolean;
  /** The words for thousands and millions in the column. */
  readonly words?: WordsSeen | undefined;
}

export interface Reading {
  /** Name of the source column, for refusals. */
  field: string;
  writing: Writing;
  context: MapContext;
}

export type Read = (value: unknown, reading: Reading) => Value;

/**
 * The function that converts a source value for a column of a built-in table, chosen by the name of the column, else by
 * its type. It may throw a Refusal.
 */
export function columnReader(table: CatalogTable, column: CatalogColumn): Read {
  const isKey = table.key.includes(column.name);
  const byName = readerByName(table, column, isKey);
  if (byName !== undefined) return byName;
  if (column.type === 'BIGINT')
    return (value, { field, context, writing }) => readCount(value, field, context, writing.words);
  if (column.type === 'INTEGER') return (value, { field }) => readInteger(value, field);
  if (column.type === 'BOOLEAN') return (value) => readFlag(value);
  if (column.type === 'TIMESTAMP WITH TIME ZONE') return timeReader(table, column);
  if (column.type === 'VARCHAR[]') return (value) => readNames(value);
  if (column.type.endsWith('[]') || column.type.startsWith('STRUCT'))
    return (value, { field }) => readNested(value, field);
  if (column.name.endsWith('_url')) return (value) => readUrl(value);
  if (column.whenUnknown === "''")
    return (value) => unescapeHtml(isBlank(value) ? '' : (readText(value) ?? ''));
  const isTitle = titles.has(column.name);
  return (value) => {
    const label = isBlank(value) || (isTitle && isAddress(value)) ? null : readLabel(value);
    return label === null ? null : unescapeHtml(label);
  };
}

/** Columns whose value is never an address, although fields with their names often have one. */
const titles: ReadonlySet<string> = new Set([
  'music_title',
  'music_author',
  'title',
  'album',
  'nickname',
  'author_nickname',
]);

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value);
}

/**
 * Whether a value says nothing for a column of a built-in table, so that the next field is read: a blank, an object or
 * list where the column has one value, and an address where it has a title.
 */
export function saysNothingFor(column: CatalogColumn): (value: unknown) => boolean {
  const isList = column.type.endsWith('[]') || column.type.startsWith('STRUCT');
  const isTitle = titles.has(column.name);
  return (value) =>
    isBlank(value) ||
    (!isList && typeof value === 'object' && !(value instanceof Date)) ||
    (isTitle && isAddress(value));
}

function readerByName(table: CatalogTable, column: CatalogColumn, isKey: boolean): Read | undefined {
  const { name } = column;
  if (name === 'hashtags') return (value) => readHashtags(value).hashtags;
  if (name === 'mentions') return (value) => readMentions(value);
  if (name === 'duration_ms') {
    return (value, { writing, context }) => readDurationMs(value, writing.durationUnit, context);
  }
  if (name === 'region') return (value) => readRegion(value);
  if (name === 'language') return (value) => readLanguage(value);
  if (name === 'username' || (name === 'author' && table.name !== 'music'))
    return (value) => readHandle(value);
  if (table.name === 'hashtags' && name === 'name')
    return (value) => readHashtags([value]).hashtags[0] ?? null;
  if (table.ids === 'decimal' && /^id$|_id$/.test(name)) {
    return (value, { field, context }) =>
      isKey
        ? readKeyId(idIn(value), field, context)
        : readId(isBlank(value) ? null : idIn(value), field, context);
  }
  if (table.ids === 'code') return codeReader(table, name);
  if (table.ids === 'urn' && name === 'post_id') return (value) => readLabel(idOfPost(value));
  return undefined;
}

/** The ID in the URL of a post; a value that is not a URL is the ID itself. */
function idIn(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('/')) return value;
  return (
    /\/(?:video|photo|status|statuses|v)\/(\d+)|[?&](?:item_id|modal_id|share_item_id)=(\d+)/
      .exec(value)
      ?.slice(1)
      .find((id) => id !== undefined) ?? null
  );
}

/** The ID in the URN or address of a post; another value, such as the name of an article, is the ID itself. */
function idOfPost(value: unknown): unknown {
  return typeof value === 'string' && /[/:]/.test(value) ? postIdIn(value) : value;
}

/** Posts have a shortcode and a numeric ID of the same number: a file may have either, or the address. */
function codeReader({ name: table }: CatalogTable, name: string): Read | undefined {
  if (name === 'media_type') return (value) => readLabel(mediaTypeIn(value) ?? value);
  if (name === 'id' && table !== 'comments') {
    // Removals name a post by its shortcode, and its comments by its numeric ID.
    return (value, { field }) => firstPart(field === 'record_key' ? shortcodeIn(value) : shortcodeOf(value));
  }
  if (name === 'media_id') return (value, { field }) => firstPart(field === name ? value : mediaIdIn(value));
  return name === 'id' ? (value) => firstPart(value) : undefined;
}

/** Some exports have `<post>_<account>` as the ID of a post. */
function firstPart(value: unknown): string | null {
  const label = readLabel(value);
  return label === null ? null : label.replace(/^(\d+)_\d+$/, '$1');
}

function timeReader(table: CatalogTable, column: CatalogColumn): Read {
  const isNeeded = !column.nullable && column.name !== table.observedBy;
  return (value, { field, writing, context }) =>
    isNeeded ? readKeyTime(value, field, context, writing).micros : readTime(value, field, context, writing);
}

/** A whole number; the year of a date. */
function readInteger(value: unknown, field: string): number | null {
  if (isBlank(value)) return null;
  const number = Number(
    /^\d{4}-\d{2}(-\d{2})?$/.exec(String(value))?.[0].slice(0, 4) ?? String(value).replaceAll(',', ''),
  );
  if (Number.isInteger(number) && Math.abs(number) < 2 ** 31) return number;
  throw new Refusal('value_invalid', field, `${quoted(value)} is not a whole number`);
}

/** Errors: a Refusal for a value that is nested too deep. */
function readNested(value: unknown, field: string): Value {
  if (isTooDeep(value)) throw tooDeep(field);
  if (typeof value === 'object' && value !== null) return value;
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : null;
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}
