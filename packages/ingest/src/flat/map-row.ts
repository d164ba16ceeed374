import { tableId } from '@sdq/catalog';
import type { Row } from '../containers/record-chunk.ts';
import { type MapContext, type Observation, Refusal, type Value, type Values } from '../observation.ts';
import { creationTimeIn } from '../values/creation-time.ts';
import { firstOf } from '../values/json-object.ts';
import { isFilledObject, objectForValue } from '../values/object-for-value.ts';
import { hashtagsInText, mentionsInText, readHashtags } from '../values/tags.ts';
import { isBlank, readLabel } from '../values/text.ts';
import { parseRecordTime, readObservedAt } from '../values/time.ts';
import { videoObservations } from '../video-observations.ts';
import { type FlatTable, firstValue, type PlannedColumn } from './plan-table.ts';
import { valueAt } from './source-columns.ts';

/** The observations of one row of a flat file. Throws a Refusal. */
export function mapRow(row: Row, plan: FlatTable, context: MapContext, formatName: string): Observation[] {
  const { table } = plan;
  const values: Values = {};
  for (const column of plan.columns) values[column.name] = readColumn(row, column, plan, context);
  const isVideo = tableId(table) === 'shortvideo.videos';
  const created = isVideo ? createdIn(values, context) : undefined;
  checkNeeded(plan, values, created !== undefined ? ['create_time'] : []);
  if (table.isOwn === true && table.key.includes(table.observedBy)) return [ownReading(plan, values)];
  const observed = firstValue(row, plan.observedAt, isBlank);
  // Rows of user-defined tables may be older than any platform.
  const earliest = table.isOwn === true ? 0n : undefined;
  const observedAt =
    readObservedAt(observed?.value, context, observed?.source.writing, earliest) ?? context.responseTime;
  if (isVideo) {
    noteOddZone(row, plan, values, context);
    return mapVideo(row, plan, { values, observedAt, formatName, created }, context);
  }
  if (needsTags(plan)) values.hashtags = hashtagsInText(String(values[textColumn(plan) ?? ''] ?? ''));
  if (!table.key.includes(table.observedBy)) return [{ table: tableId(table), values, observedAt }];
  return [{ table: tableId(table), values, observedAt: observedAt ?? timeOf(values[table.observedBy]) }];
}

/** The value of a column; a value that is not understood is unknown, unless the row cannot be without it. */
function readColumn(row: Row, column: PlannedColumn, plan: FlatTable, context: MapContext): Value {
  const { table } = plan;
  const isKey = table.key.includes(column.name);
  if (isKey && table.ids === 'decimal') return readKey(row, column, context);
  const found = firstValue(row, column.sources, column.saysNothing);
  if (found === undefined && table.isOwn !== true) refuseObject(row, column, plan, context);
  const { value, source } = found ?? { value: column.constant, source: column.sources[0] };
  const field = source?.field ?? column.name;
  const writing = source?.writing ?? { durationUnit: 's', dayFirst: false };
  try {
    return column.read(value, { field, writing, context });
  } catch (error) {
    if (!(error instanceof Refusal) || table.isOwn === true || isKey) throw error;
    if (!isOptional(plan, column, row, context)) throw error;
    if (!isBlank(value)) context.refuseField(error, value);
    return null;
  }
}

/** Tells of an object, or a list, in place of one value, unless columns are read from its fields. */
function refuseObject(row: Row, column: PlannedColumn, { columns }: FlatTable, context: MapContext): void {
  for (const { field } of column.sources) {
    const value = valueAt(row, field);
    if (!isFilledObject(value)) continue;
    const isOpened = columns.some(({ sources }) =>
      sources.some((source) => source.field.startsWith(`${field}.`)),
    );
    if (!isOpened) context.refuseField(objectForValue(field, value), value);
    return;
  }
}

/** Whether a row can be stored without this column: the creation time of a video may be in its ID. */
function isOptional(
  { table, columns }: FlatTable,
  { name }: PlannedColumn,
  row: Row,
  context: MapContext,
): boolean {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column?.nullable === true || column?.whenUnknown !== undefined) return true;
  const id = columns.find((candidate) => candidate.name === table.key[0]);
  if (name !== 'create_time' || id === undefined || tableId(table) !== 'shortvideo.videos') return false;
  return createdIn({ [id.name]: readKey(row, id, context) }, context) !== undefined;
}

/**
 * The key of a row: the first field with a valid ID. A spreadsheet rounds long IDs to 15 digits; an address in another
 * field then has the exact one. Throws the Refusal of the first field if none is valid.
 */
function readKey(row: Row, column: PlannedColumn, context: MapContext): Value {
  let first: Refusal | undefined;
  let rounded: string | undefined;
  for (const source of column.sources) {
    const value = valueAt(row, source.field);
    if (column.saysNothing(value)) continue;
    try {
      const id = column.read(value, { field: source.field, writing: source.writing, context });
      if (typeof id !== 'string') return id;
      if (rounded === undefined) {
        if (!endsInZeros(id) || column.sources.at(-1) === source) return id;
        rounded = id;
      } else if (id !== rounded && id.length === rounded.length && id.startsWith(rounded.slice(0, 14)))
        return id;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
    }
  }
  if (rounded !== undefined) return rounded;
  if (first !== undefined) throw first;
  const [source] = column.sources;
  const writing = source?.writing ?? { durationUnit: 's', dayFirst: false };
  return column.read(column.constant, { field: source?.field ?? column.name, writing, context });
}

/** Whether an ID may have lost digits: only one in a thousand exact ones ends in three zeros. */
function endsInZeros(id: string): boolean {
  return id.length > 15 && /000$/.test(id);
}

/** The creation time in the ID of a video that has no other. */
function createdIn(values: Values, context: MapContext): bigint | undefined {
  if (values.create_time !== undefined && values.create_time !== null) return undefined;
  return creationTimeIn(values.video_id, 'shortvideo', context.latestPlausible);
}

/** Throws a Refusal if a key column or another required column has no value. */
function checkNeeded({ table, columns }: FlatTable, values: Values, known: readonly string[]): void {
  for (const name of table.key) {
    if (name === table.observedBy) continue;
    if (values[name] === undefined || values[name] === null || values[name] === '') {
      const field = columns.find((column) => column.name === name)?.sources[0]?.field ?? name;
      throw new Refusal('id_missing', field, `The record has no "${name}"`);
    }
  }
  for (const column of table.columns) {
    if (known.includes(column.name)) continue;
    if (column.nullable || column.whenUnknown !== undefined || column.expression !== undefined) continue;
    if (column.name === table.observedBy || table.key.includes(column.name)) continue;
    if (values[column.name] === undefined || values[column.name] === null) {
      const isTime = column.type === 'TIMESTAMP WITH TIME ZONE';
      throw new Refusal(
        isTime ? 'time_missing' : 'value_missing',
        column.name,
        `The record has no "${column.name}"`,
      );
    }
  }
}

/** A row whose key contains its observation time: that time overrides all others. */
function ownReading({ table }: FlatTable, values: Values): Observation {
  const observedAt = timeOf(values[table.observedBy]);
  if (observedAt === null)
    throw new Refusal('time_missing', table.observedBy, `The record has no "${table.observedBy}"`);
  return { table: tableId(table), values, observedAt };
}

function timeOf(value: unknown): bigint | null {
  return typeof value === 'bigint' ? value : null;
}

function mapVideo(
  row: Row,
  plan: FlatTable,
  read: { values: Values; observedAt: bigint | null; formatName: string; created: bigint | undefined },
  context: MapContext,
): Observation[] {
  const { observedAt, formatName, created } = read;
  const values = withCaptionTags(plan, read.values);
  const source = row.source;
  return videoObservations(
    {
      video: { ...values, mentions: withGluedMentions(row, plan, values) },
      author: {
        author_id: values.author_id ?? null,
        author: values.author ?? null,
        sec_uid: values.author_sec_uid ?? null,
        nickname: values.author_nickname ?? null,
        follower_count: values.author_follower_count ?? null,
        is_verified: values.author_verified ?? null,
      },
      music: {
        music_id: values.music_id ?? null,
        title: values.music_title ?? null,
        author: values.music_author ?? null,
      },
      transcript: readLabel(firstOf(row, 'voice_to_text', 'voiceToText')),
      source: typeof source === 'string' && source !== '' ? source : formatName,
      observedAt,
      ...(created !== undefined && { createdInId: created }),
    },
    context,
  );
}

/** Whether the hashtags of a post that is no video are those of its text: no column of the file has them. */
export function needsTags({ table, columns }: FlatTable): boolean {
  if (table.isOwn === true || tableId(table) === 'shortvideo.videos') return false;
  const has = (name: string) => columns.some((column) => column.name === name);
  return (
    table.columns.some(({ name }) => name === 'hashtags') &&
    !has('hashtags') &&
    textColumn({ columns }) !== undefined
  );
}

function textColumn({ columns }: Pick<FlatTable, 'columns'>): string | undefined {
  return columns.find(({ name }) => ['content', 'caption', 'text'].includes(name))?.name;
}

/** Hashtags and mentions of the caption, where the file has no column of them. */
function withCaptionTags({ columns }: FlatTable, values: Values): Values {
  const text = typeof values.description === 'string' ? values.description : '';
  const lacks = (name: string) => !columns.some((column) => column.name === name);
  return {
    ...values,
    ...(lacks('hashtags') && { hashtags: hashtagsInText(text) }),
    ...(lacks('mentions') && { mentions: mentionsInText(text) }),
  };
}

/** Mentions from the mentions column, then those attached to a hashtag. */
function withGluedMentions(row: Row, plan: FlatTable, values: Values): readonly string[] {
  const own = (values.mentions ?? []) as readonly string[];
  const hashtags = plan.columns.find((column) => column.name === 'hashtags');
  const found = hashtags && firstValue(row, hashtags.sources, isBlank);
  if (found === undefined || (typeof found.value === 'string' && !found.value.includes('@'))) return own;
  return [...own, ...readHashtags(found.value).mentions];
}

/**
 * The upper half of an ID is the upload time in seconds. A time without a zone that differs from it by whole hours was
 * probably local time: the time is stored unchanged, and a note is counted.
 */
function noteOddZone(row: Row, plan: FlatTable, values: Values, context: MapContext): void {
  const column = plan.columns.find((candidate) => candidate.name === 'create_time');
  const found = column && firstValue(row, column.sources, isBlank);
  if (found === undefined || found.source.writing.zone !== undefined) return;
  if (parseRecordTime(found.value)?.zoneAssumed !== true || typeof values.create_time !== 'bigint') return;
  const fromId = BigInt(String(values.video_id)) >> 32n;
  const off = Number((values.create_time as bigint) / 1_000_000n - fromId);
  const hours = Math.round(off / 3600);
  if (hours !== 0 && Math.abs(hours) <= 14 && Math.abs(off - hours * 3600) <= 60)
    context.notes.add('time_off_id_by_hours');
}
