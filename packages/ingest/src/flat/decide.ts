import { tableId } from '@sdq/catalog';
import { WordsSeen } from '../values/number-words.ts';
import { quoted, shownName } from '../values/shown.ts';
import { offsetInName } from '../values/time.ts';
import type { FlatTable, PlannedColumn, Source } from './plan-table.ts';
import type { Preference } from './prefer-sources.ts';
import type { Writing } from './read-column.ts';
import { durationUnitIn } from './source-columns.ts';
import type { Survey } from './survey.ts';

/** A decision about a file that its content suggests and does not state. */
export interface Guess {
  readonly kind:
    | 'time_zone'
    | 'day_order'
    | 'duration_unit'
    | 'number_words'
    | 'creation_time'
    | 'source'
    | 'encoding'
    | 'folder'
    | 'title_rows'
    | 'counts_missing';
  /** The field of the file; empty for the whole file. */
  readonly field: string;
  /** What was decided and why, and how to decide otherwise: two sentences. */
  readonly message: string;
}

/** Times that must agree before a zone is taken from IDs. */
const agreeingMin = 3;

/** A plan whose ambiguous values are decided by the whole file, and the decisions. */
export function decide(plan: FlatTable, survey: Survey): { plan: FlatTable; guesses: Guess[] } {
  const guesses = new Map<string, Guess>();
  const add = (guess: Guess) => guesses.set(`${guess.kind} ${guess.field}`, guess);
  const decided = (source: Source, type: string, name: string): Source => ({
    ...source,
    writing: writingOf(source, { survey, column: name, type, add }),
  });
  const columns = plan.columns.map((column) => ({
    ...column,
    sources: column.sources.map((source) => decided(source, column.type, column.name)),
  }));
  const observedAt = plan.observedAt.map((source) =>
    decided(source, 'TIMESTAMP WITH TIME ZONE', 'observed_at'),
  );
  for (const preference of plan.preferences) add(guessOf(preference));
  noteCreationTime(plan, survey, add);
  noteCounts(plan, survey, add);
  return { plan: { ...plan, columns, observedAt }, guesses: [...guesses.values()] };
}

interface Deciding {
  readonly survey: Survey;
  readonly column: string;
  readonly type: string;
  add(guess: Guess): void;
}

function writingOf({ field, writing, given }: Source, { survey, column, type, add }: Deciding): Writing {
  if (type === 'BIGINT') {
    const words = wordsOf(survey, field);
    const undecided = [...(words?.words ?? [])].filter((word) => words?.powerOf(word) === undefined);
    if (undecided.length > 0) {
      const names = undecided.map(quoted).join(', ');
      add({
        kind: 'number_words',
        field,
        message: `Values with ${names} are refused, because languages differ in what it means and the column does not tell. Replace them by numbers`,
      });
    }
    return { ...writing, words };
  }
  if (column === 'duration_ms')
    return { ...writing, durationUnit: unitOf(field, given, survey, column, add) };
  const tally = survey.times.get(field);
  if (tally === undefined) return writing;
  const dayFirst = given.dayFirst ?? dayFirstOf(field, tally, column, add);
  return { ...writing, dayFirst, zone: writing.zone ?? zoneOf(field, tally, add) };
}

function guessOf({ column, field, over }: Preference): Guess {
  const names = `"${shownName(field)}" and not from "${shownName(over)}"`;
  return {
    kind: 'source',
    field,
    message: `The column "${column}" is read from ${names}: it agrees with the IDs or addresses of the rows. To change it, pass --map ${shownName(over)}=${column}`,
  };
}

/** The words of a column; where they do not tell their language, those of all columns of the file. */
function wordsOf(survey: Survey, field: string): WordsSeen | undefined {
  const own = survey.words.get(field);
  if (own === undefined || [...own.words].every((word) => own.powerOf(word) !== undefined)) return own;
  const all = new WordsSeen();
  for (const words of survey.words.values()) all.merge(words);
  return all;
}

function unitOf(
  field: string,
  given: Source['given'],
  survey: Survey,
  column: string,
  add: Deciding['add'],
): 's' | 'ms' {
  const told = given.durationUnit ?? durationUnitIn(field);
  const tally = survey.durations.get(field);
  if (told !== undefined || tally === undefined) return told ?? 's';
  const unit = tally.long >= tally.short ? 'ms' : 's';
  const other = unit === 'ms' ? 's' : 'ms';
  add({
    kind: 'duration_unit',
    field,
    message: `The unit is taken for ${unit}: ${tally.long} of ${tally.long + tally.short} numbers are 1,000 or more. If it is ${other}, map it with {"${column}": {"from": ${JSON.stringify(shownName(field))}, "unit": "${other}"}}`,
  });
  return unit;
}

type TimeTally = NonNullable<ReturnType<Survey['times']['get']>>;

function dayFirstOf(field: string, tally: TimeTally, column: string, add: Deciding['add']): boolean {
  const { dayFirst, monthFirst, either, nearDay, nearMonth } = tally;
  if (either + dayFirst + monthFirst === 0) return false;
  const byNumbers = dayFirst !== monthFirst;
  const isDayFirst = byNumbers ? dayFirst > monthFirst : nearDay > nearMonth;
  const why = byNumbers
    ? `${Math.max(dayFirst, monthFirst)} dates can only be read so${Math.min(dayFirst, monthFirst) > 0 ? `, ${Math.min(dayFirst, monthFirst)} only the other way` : ''}`
    : nearDay !== nearMonth
      ? `${Math.max(nearDay, nearMonth)} dates agree with the time in the ID so`
      : 'no date tells the order';
  const order = isDayFirst ? 'day, month' : 'month, day';
  add({
    kind: 'day_order',
    field,
    message: `Dates are read as ${order}: ${why}. To change it, map it with {"${column}": {"from": ${JSON.stringify(shownName(field))}, "day_first": ${!isDayFirst}}}`,
  });
  return isDayFirst;
}

function zoneOf(field: string, tally: TimeTally, add: Deciding['add']): string | undefined {
  if (tally.withoutZone === 0) return undefined;
  const [most] = [...tally.offsets].sort(([, a], [, b]) => b - a);
  const [quarters, agreeing] = most ?? [0, 0];
  const isSure = agreeing >= agreeingMin && agreeing >= 0.9 * tally.compared;
  const named = isSure ? undefined : offsetInName(field);
  const zone = isSure && quarters !== 0 ? zoneText(quarters) : named;
  const others = [...tally.offsets]
    .filter(([offset, rows]) => offset !== 0 && rows >= 0.1 * tally.compared)
    .map(([offset]) => zoneText(offset));
  const why =
    named !== undefined
      ? 'the name of the column says so'
      : isSure
        ? `${agreeing} of ${tally.compared} agree with the time in the ID so`
        : others.length > 0
          ? `but some differ from the time in the ID as ${others.slice(0, 3).join(', ')} would`
          : 'the file does not tell';
  add({
    kind: 'time_zone',
    field,
    message: `${tally.withoutZone} times without a zone are read as ${zone === undefined || zone === '+00:00' ? 'UTC' : zone}: ${why}. To change it, pass --time-zone`,
  });
  return zone;
}

function zoneText(quarters: number): string {
  const minutes = Math.abs(quarters) * 15;
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${quarters < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

function noteCreationTime({ table, columns }: FlatTable, survey: Survey, add: Deciding['add']): void {
  if (tableId(table) !== 'shortvideo.videos' || survey.idTimes === 0) return;
  if (columns.some(({ name }) => name === 'create_time')) return;
  add({
    kind: 'creation_time',
    field: '',
    message: `The creation time is the one in the ID, for ${survey.idTimes} of ${survey.rows} rows: no column has it. If one has, pass --map COLUMN=create_time`,
  });
}

function noteCounts({ table, columns }: FlatTable, survey: Survey, add: Deciding['add']): void {
  const counts = (list: readonly Pick<PlannedColumn, 'name' | 'type'>[]) =>
    list.filter(({ name, type }) => type === 'BIGINT' && !name.startsWith('author_'));
  const numbers = survey.unused.filter(({ isNumber }) => isNumber);
  if (table.isOwn === true || counts(table.columns).length === 0 || counts(columns).length > 0) return;
  if (numbers.length === 0) return;
  const names = numbers.slice(0, 8).map(({ name }) => shownName(name));
  add({
    kind: 'counts_missing',
    field: '',
    message: `No column of counts was recognised, and unused columns have numbers: ${names.join(', ')}. If one is a count, pass --map ${names[0]}=${counts(table.columns)[0]?.name}`,
  });
}
