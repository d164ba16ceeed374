import { parseTime } from '../values/time.ts';
import { envelopeKeys, listKeys } from './json-splitter.ts';

export interface FoundRecord {
  readonly record: unknown;
  /** Microseconds; when the response around it was made, where that is told. */
  readonly responseTime: bigint | null;
}

/** Keys whose object holds one record. */
const singleKeys = ['itemInfo', 'itemStruct', 'aweme_detail', 'aweme_info', 'aweme', 'userInfo', 'item'];

/** Objects whose values are records, by id. */
const moduleKeys = ['ItemModule', 'itemModule'];

/** Keys by which an object names itself. */
const idKeys = ['id', 'video_id', 'videoId', 'aweme_id', 'cid', 'comment_id', 'url'];

/** Keys of a response that brings a list in pages. */
const pagingKeys = ['has_more', 'hasMore', 'cursor', 'status_code', 'statusCode', 'min_cursor', 'max_cursor'];

const depthMax = 6;

/**
 * The records in a value: itself, or what a response or dump around them holds. What is neither is handed out as
 * it stands, to be refused with its place.
 */
export function recordsIn(
  value: unknown,
  isRecord: (value: Readonly<Record<string, unknown>>) => boolean,
): FoundRecord[] {
  const found: FoundRecord[] = [];
  collect(value, { isRecord, found, responseTime: null }, 0);
  return found;
}

interface Search {
  isRecord: (value: Readonly<Record<string, unknown>>) => boolean;
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
  if (search.isRecord(object)) {
    search.found.push({ record: object, responseTime: search.responseTime });
    // A profile may carry its latest videos.
    if (Array.isArray(object.itemList)) collect(object.itemList, search, depth + 1);
    return;
  }
  const inside = isEnvelope(object) ? membersOf(object) : [];
  if (inside.length === 0) {
    if (!isEmptyResponse(object)) search.found.push({ record: object, responseTime: search.responseTime });
    return;
  }
  const responseTime = responseTimeOf(object) ?? search.responseTime;
  for (const member of inside) collect(member, { ...search, responseTime }, depth + 1);
}

/** What an envelope holds: its lists, the objects that lead to them, its single records. */
function membersOf(object: Readonly<Record<string, unknown>>): unknown[] {
  const members: unknown[] = [];
  for (const [key, value] of Object.entries(object)) {
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value) ? listKeys.has(key) && value.some(isObject) : leadsOn(key)) members.push(value);
    else if (moduleKeys.includes(key)) members.push(...Object.values(value));
  }
  return members;
}

function leadsOn(key: string): boolean {
  return envelopeKeys.has(key) || singleKeys.includes(key);
}

/** What names itself is a record, even one with lists in it; a playlist is the exception. */
function isEnvelope(object: Readonly<Record<string, unknown>>): boolean {
  return object._type === 'playlist' || !idKeys.some((key) => key in object);
}

/** A page of a list that says it has nothing: it speaks of paging, and its list is empty. */
function isEmptyResponse(object: Readonly<Record<string, unknown>>): boolean {
  if (!isEnvelope(object) || !pagingKeys.some((key) => key in object)) return false;
  return Object.entries(object).some(
    ([key, value]) => listKeys.has(key) && ((Array.isArray(value) && value.length === 0) || value === null),
  );
}

function responseTimeOf(object: Readonly<Record<string, unknown>>): bigint | null {
  const extra = object.extra;
  const now = isObject(extra) ? extra.now : undefined;
  return typeof now === 'number' || typeof now === 'string' ? (parseTime(now)?.micros ?? null) : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
