import { isObject } from '../values/json-object.ts';
import { parseTime } from '../values/time.ts';
import { envelopeKeys, listKeys } from './json-splitter.ts';

export interface FoundRecord {
  readonly record: unknown;
  /** Time of the enclosing response in microseconds since 1970; null if unknown. */
  readonly responseTime: bigint | null;
}

/** Keys whose object is one record. */
const singleKeys = [
  'itemInfo',
  'itemStruct',
  'content',
  'aweme_detail',
  'aweme_info',
  'aweme',
  'userInfo',
  'item',
  'tweet',
  'node',
  'media',
];

/** Objects whose values are records, by id. */
const moduleKeys = ['ItemModule', 'itemModule'];

/** Keys that identify an object as a record. */
const idKeys = ['id', 'video_id', 'videoId', 'aweme_id', 'cid', 'comment_id', 'url'];

/** Keys of a paged response. */
const pagingKeys = ['has_more', 'hasMore', 'cursor', 'status_code', 'statusCode', 'min_cursor', 'max_cursor'];

const depthMax = 6;

/**
 * The records in a value: the value itself, or the records in a response or dump. A value that is neither is returned
 * unchanged, so that it is refused with its position.
 */
export function recordsIn(
  value: unknown,
  isRecord: (value: Readonly<Record<string, unknown>>) => boolean,
  expand?: Expand,
): FoundRecord[] {
  const found: FoundRecord[] = [];
  collect(value, { isRecord, expand, found, responseTime: null }, 0);
  return found;
}

/** The records of a response whose parts belong together; undefined for other objects. */
export type Expand = (value: Readonly<Record<string, unknown>>) => readonly unknown[] | undefined;

interface Search {
  isRecord: (value: Readonly<Record<string, unknown>>) => boolean;
  expand: Expand | undefined;
  found: FoundRecord[];
  responseTime: bigint | null;
}

function collect(value: unknown, search: Search, depth: number): void {
  if (Array.isArray(value) && (depth < depthMax || value.length === 0)) {
    for (const member of value) collect(member, search, depth + 1);
    return;
  }
  if (typeof value !== 'object' || value === null || depth >= depthMax) {
    search.found.push({ record: value, responseTime: search.responseTime });
    return;
  }
  const object = value as Readonly<Record<string, unknown>>;
  const expanded = search.expand?.(object);
  if (expanded !== undefined) {
    const responseTime = responseTimeOf(object) ?? search.responseTime;
    for (const record of expanded) search.found.push({ record, responseTime });
    return;
  }
  if (search.isRecord(object) && !isWrapper(object, search.isRecord)) {
    search.found.push({ record: object, responseTime: search.responseTime });
    // A profile may contain its latest videos.
    if (Array.isArray(object.itemList)) collect(object.itemList, search, depth + 1);
    return;
  }
  const known = isEnvelope(object) || isWrapper(object, search.isRecord) ? membersOf(object) : [];
  const inside = known.length > 0 || !isEnvelope(object) ? known : unknownList(object);
  if (inside.length === 0) {
    if (!isEmptyResponse(object)) search.found.push({ record: object, responseTime: search.responseTime });
    return;
  }
  const responseTime = responseTimeOf(object) ?? search.responseTime;
  for (const member of inside) collect(member, { ...search, responseTime }, depth + 1);
}

/** The members of an envelope: its lists, nested envelopes and single records. */
function membersOf(object: Readonly<Record<string, unknown>>): unknown[] {
  const members: unknown[] = [];
  for (const [key, value] of Object.entries(object)) {
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value) ? isListKey(key) && value.some(isObject) : leadsOn(key)) members.push(value);
    else if (moduleKeys.includes(key)) members.push(...Object.values(value));
  }
  return members;
}

/** `search_item_list` is a list of records as `item_list` is. */
function isListKey(key: string): boolean {
  return listKeys.has(key) || /(?:_list|List)$/.test(key);
}

/** Whether the object at a key may contain records. */
export function leadsOn(key: string): boolean {
  return envelopeKeys.has(key) || singleKeys.includes(key);
}

const listDepthMax = 5;

/**
 * The longest list of objects in an object that is no more than an envelope: its objects have more values than the
 * envelope has beside it. Empty if there is none.
 */
function unknownList(object: Readonly<Record<string, unknown>>): unknown[] {
  let best: unknown[] = [];
  let beside = 0;
  const walk = (value: Readonly<Record<string, unknown>>, depth: number): void => {
    for (const member of Object.values(value)) {
      if (Array.isArray(member)) {
        if (member.length > best.length && member.every(isObject)) best = member;
      } else if (isObject(member) && depth < listDepthMax) walk(member, depth + 1);
      else if (member !== null && typeof member !== 'object') beside++;
    }
  };
  walk(object, 0);
  const [first] = best;
  return first !== undefined && valuesIn(first, 0) > beside ? best : [];
}

/** The number of values in an object and the objects in it. */
function valuesIn(value: unknown, depth: number): number {
  if (!isObject(value)) return value === null || typeof value === 'object' ? 0 : 1;
  if (depth > listDepthMax) return 0;
  return Object.values(value).reduce<number>((count, member) => count + valuesIn(member, depth + 1), 0);
}

/** An object with an ID is a record, even if it contains lists; a playlist is the exception. */
function isEnvelope(object: Readonly<Record<string, unknown>>): boolean {
  return object._type === 'playlist' || !idKeys.some((key) => key in object);
}

/** Keys with which a collector dates a response or the record that it wraps. */
export const collectedKeys = [
  'timestamp_collected',
  'collected_at',
  'collectedAt',
  'observed_at',
  'observedAt',
  'fetched_at',
  'fetchedAt',
  'crawled_at',
  'crawledAt',
  'scraped_at',
  'scrapedAt',
  'retrieved_at',
  'retrievedAt',
];

/**
 * Whether an object with an ID of its own wraps a record: a collector has written when it collected the one object in it,
 * and that is a record or has an ID too.
 */
function isWrapper(
  object: Readonly<Record<string, unknown>>,
  isRecord: (value: Readonly<Record<string, unknown>>) => boolean,
): boolean {
  if (!collectedKeys.some((key) => key in object)) return false;
  const inside = Object.entries(object).filter(([key, value]) => leadsOn(key) && isObject(value));
  const [only] = inside.map(([, value]) => value as Readonly<Record<string, unknown>>);
  return inside.length === 1 && only !== undefined && (isRecord(only) || idKeys.some((key) => key in only));
}

/** A page with paging keys and an empty list. */
function isEmptyResponse(object: Readonly<Record<string, unknown>>): boolean {
  if (!isEnvelope(object) || !pagingKeys.some((key) => key in object)) return false;
  return Object.entries(object).some(
    ([key, value]) => listKeys.has(key) && ((Array.isArray(value) && value.length === 0) || value === null),
  );
}

function responseTimeOf(object: Readonly<Record<string, unknown>>): bigint | null {
  const extra = object.extra;
  const now = isObject(extra) ? extra.now : undefined;
  for (const value of [...collectedKeys.map((key) => object[key]), now]) {
    if (typeof value !== 'number' && typeof value !== 'string') continue;
    const time = parseTime(value);
    if (time !== undefined) return time.micros;
  }
  return null;
}
