import { type MapContext, type Observation, Refusal, type Value, type Values } from '../observation.ts';
import { creationTimeIn } from '../values/creation-time.ts';
import type { JsonObject } from '../values/json-object.ts';
import { isFilledObject, objectForValue } from '../values/object-for-value.ts';
import { hashtagsInText, mentionsInText } from '../values/tags.ts';
import { readObservedAt } from '../values/time.ts';
import { observedAtOf, type VideoParts, videoObservations } from '../video-observations.ts';
import { type ColumnPlan, objectsOf, type RecordPlan, type TablePlan } from './compile-map.ts';

/** The observations of a record. Throws a Refusal if it has no row of its main table. */
export function mapRecord(
  record: JsonObject,
  plan: RecordPlan,
  context: MapContext,
  source: string,
): Observation[] {
  const refusal = plan.map.refusal?.(record);
  if (refusal !== undefined) throw new Refusal(refusal.reason, refusal.field, refusal.message);
  const observedAt = observedAtIn(record, plan, context);
  const [main] = plan.tables;
  if (main === undefined) throw new Error('The map has no table');
  const row = readRow(record, record, main, { context, isMain: true, opened: plan.opened });
  for (const name of main.needed) row[name] ??= context.constants?.[name] ?? null;
  addTags(row, main);
  const created = createdInId(row, main, context);
  checkRow(row, main, created !== undefined);
  const beside = plan.tables.slice(1).flatMap((table) => rowsBeside(record, table, plan.opened, context));
  if (main.id === 'shortvideo.videos') {
    return videoObservations(videoParts(row, beside, { source, observedAt, created }), context);
  }
  const observations: Observation[] = [{ table: main.id, values: row, observedAt }];
  if (created !== undefined) {
    const values = { ...keyOf(row, main), [timeColumnOf(main)]: created };
    observations.push({ table: main.id, values, observedAt: 0n });
  }
  for (const { id, values } of beside) observations.push({ table: id, values, observedAt });
  return observations;
}

function observedAtIn(record: JsonObject, { observedAt }: RecordPlan, context: MapContext): bigint | null {
  for (const get of observedAt) {
    const time = readObservedAt(get(record, record), context);
    if (time !== null) return time;
  }
  return observedAtOf(record, context);
}

/** How the columns of a row are read. */
interface RowReading extends Pick<RecordPlan, 'opened'> {
  readonly context: MapContext;
  readonly isMain: boolean;
}

function readRow(
  object: JsonObject,
  record: JsonObject,
  { columns }: TablePlan,
  reading: RowReading,
): Values {
  const row: Values = {};
  for (const column of columns) row[column.name] = readColumn(object, record, column, reading);
  return row;
}

function readColumn(
  object: JsonObject,
  record: JsonObject,
  column: ColumnPlan,
  { context, isMain, opened }: RowReading,
): Value {
  let first: Refusal | undefined;
  let skipped: { readonly path: string; readonly value: object } | undefined;
  for (const { path, get } of column.sources) {
    const found = get(object, record);
    const value =
      column.by === undefined || found === undefined || found === null ? found : column.by(found, object);
    if (column.saysNothing(value)) {
      if (isFilledObject(found) && value === found && !path.includes('[]') && !opened.has(path))
        skipped ??= { path, value: found };
      continue;
    }
    try {
      const read = column.read(value, { field: path, writing: column.writing, context });
      if (read !== null) return read;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
      if (column.isKey) continue; // another field may have the exact ID
      if (isMain && !column.isOptional) throw error;
      context.refuseField(error, value);
      return null;
    }
  }
  if (first === undefined && skipped !== undefined && column.isOptional)
    context.refuseField(objectForValue(skipped.path, skipped.value), skipped.value);
  if (first === undefined || first.reason === 'id_missing') return null;
  if (isMain) throw first;
  context.refuseField(first, first.field);
  return null;
}

/** The rows of a table other than the record's own. One without its key or another needed value is left out. */
function rowsBeside(
  record: JsonObject,
  plan: TablePlan,
  opened: RecordPlan['opened'],
  context: MapContext,
): { id: string; values: Values }[] {
  return objectsOf(plan, record).flatMap((object) => {
    if (plan.when?.(object, record) === false) return [];
    const values = readRow(object, record, plan, { context, isMain: false, opened });
    addTags(values, plan);
    return isComplete(values, plan) || partsOfVideos.has(plan.id) ? [{ id: plan.id, values }] : [];
  });
}

/** Tables whose rows may lack an ID: their other values belong to the video. */
const partsOfVideos: ReadonlySet<string> = new Set(['shortvideo.authors', 'shortvideo.music']);

const textColumns = ['description', 'content', 'caption', 'text'] as const;

/** Hashtags and mentions of the text, where the record has no list of them. */
function addTags(row: Values, { table }: TablePlan): void {
  const text = textColumns.map((name) => row[name]).find((value) => typeof value === 'string');
  if (typeof text !== 'string') return;
  for (const { name } of table.columns) {
    if (row[name] !== undefined && row[name] !== null) continue;
    if (name === 'hashtags') row[name] = hashtagsInText(text);
    else if (name === 'mentions') row[name] = mentionsInText(text);
  }
}

function isComplete(row: Values, { needed }: TablePlan): boolean {
  return needed.every((name) => row[name] !== undefined && row[name] !== null && row[name] !== '');
}

/** Throws a Refusal for the first needed column without a value. */
function checkRow(row: Values, plan: TablePlan, hasTime: boolean): void {
  for (const name of plan.needed) {
    if (row[name] !== undefined && row[name] !== null && row[name] !== '') continue;
    const column = plan.columns.find((candidate) => candidate.name === name);
    const isTime = name === timeColumnOf(plan);
    if (isTime && hasTime) continue;
    const field = column?.sources[0]?.path ?? name;
    const reason = column?.isKey === true ? 'id_missing' : isTime ? 'time_missing' : 'value_missing';
    const mend =
      reason === 'value_missing' ? `; if all records have the same one, pass --set ${name}=VALUE` : '';
    throw new Refusal(reason, field, `The record has no "${name}"${mend}`);
  }
}

function timeColumnOf({ table }: TablePlan): string {
  return table.columns.some(({ name }) => name === 'create_time') ? 'create_time' : 'created_at';
}

/** The creation time in the ID of a row that has no other. */
function createdInId(row: Values, plan: TablePlan, context: MapContext): bigint | undefined {
  const time = timeColumnOf(plan);
  if (!plan.needed.includes(time) || (row[time] !== undefined && row[time] !== null)) return undefined;
  const id = row.media_id ?? row[plan.table.key[0] as string];
  return creationTimeIn(id, plan.table.platform, context.latestPlausible);
}

function keyOf(row: Values, { table }: TablePlan): Values {
  return Object.fromEntries(table.key.map((name) => [name, row[name] ?? null]));
}

function videoParts(
  video: Values,
  beside: readonly { id: string; values: Values }[],
  of: { source: string; observedAt: bigint | null; created: bigint | undefined },
): VideoParts {
  const first = (id: string) => beside.find((row) => row.id === id)?.values;
  const author = first('shortvideo.authors');
  const music = first('shortvideo.music');
  return {
    video,
    ...(author !== undefined && { author }),
    ...(music !== undefined && { music }),
    hashtags: beside.filter(({ id }) => id === 'shortvideo.hashtags').map(({ values }) => values),
    transcript: (first('shortvideo.transcripts')?.text as string | undefined) ?? null,
    source: of.source,
    observedAt: of.observedAt,
    ...(of.created !== undefined && { createdInId: of.created }),
  };
}
