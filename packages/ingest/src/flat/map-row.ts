import { tableId } from '@sdq/catalog';
import type { Row } from '../containers/record-chunk.ts';
import { type MapContext, type Observation, Refusal, type Values } from '../observation.ts';
import { firstOf } from '../values/json-object.ts';
import { readHashtags } from '../values/tags.ts';
import { isBlank, readLabel } from '../values/text.ts';
import { parseTime, readObservedAt } from '../values/time.ts';
import { videoObservations } from '../video-observations.ts';
import { type FlatTable, firstValue } from './plan-table.ts';

/** The observations of one row of a flat file. Throws a Refusal. */
export function mapRow(row: Row, plan: FlatTable, context: MapContext, formatName: string): Observation[] {
  const { table } = plan;
  const values: Values = {};
  for (const column of plan.columns) {
    const found = firstValue(row, column.sources, column.saysNothing);
    const { value, source } = found ?? { value: column.constant, source: column.sources[0] };
    const field = source?.field ?? column.name;
    const writing = source?.writing ?? { durationUnit: 's', dayFirst: false };
    values[column.name] = column.read(value, { field, writing, context });
  }
  checkNeeded(plan, values);
  if (table.isOwn === true && table.key.includes(table.observedBy)) return [ownReading(plan, values)];
  const observed = firstValue(row, plan.observedAt, isBlank);
  // Rows of user-defined tables may be older than any platform.
  const earliest = table.isOwn === true ? 0n : undefined;
  const observedAt = readObservedAt(observed?.value, context, observed?.source.writing.dayFirst, earliest);
  if (tableId(table) === 'shortvideo.videos') {
    noteOddZone(row, plan, values, context);
    return mapVideo(row, plan, { values, observedAt, formatName }, context);
  }
  if (!table.key.includes(table.observedBy)) return [{ table: tableId(table), values, observedAt }];
  return [{ table: tableId(table), values, observedAt: observedAt ?? timeOf(values[table.observedBy]) }];
}

/** Throws a Refusal if a key column or another required column has no value. */
function checkNeeded({ table, columns }: FlatTable, values: Values): void {
  for (const name of table.key) {
    if (name === table.observedBy) continue;
    if (values[name] === undefined || values[name] === null || values[name] === '') {
      const field = columns.find((column) => column.name === name)?.sources[0]?.field ?? name;
      throw new Refusal('id_missing', field, `The record has no "${name}"`);
    }
  }
  for (const column of table.columns) {
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
  read: { values: Values; observedAt: bigint | null; formatName: string },
  context: MapContext,
): Observation[] {
  const { values, observedAt, formatName } = read;
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
    },
    context,
  );
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
  if (found === undefined || parseTime(found.value)?.zoneAssumed !== true) return;
  const fromId = BigInt(String(values.video_id)) >> 32n;
  const off = Number((values.create_time as bigint) / 1_000_000n - fromId);
  const hours = Math.round(off / 3600);
  if (hours !== 0 && Math.abs(hours) <= 14 && Math.abs(off - hours * 3600) <= 60)
    context.notes.add('time_off_id_by_hours');
}
