import type { Row } from '../containers/record-chunk.ts';
import { noteCountWord } from '../values/count.ts';
import { creationTimeIn } from '../values/creation-time.ts';
import { WordsSeen } from '../values/number-words.ts';
import { isBlank } from '../values/text.ts';
import { dayOrderOf, parseRecordTime } from '../values/time.ts';
import { type FlatTable, firstValue, type PlannedColumn, type Source } from './plan-table.ts';
import { durationUnitIn, valueAt } from './source-columns.ts';

/** What a file's times of one field have in common. */
interface TimeTally {
  dayFirst: number;
  monthFirst: number;
  either: number;
  /** Times of either order that are nearer to the time in the ID, by order. */
  nearDay: number;
  nearMonth: number;
  withoutZone: number;
  /** Times without a zone that differ from the ID by whole quarters of an hour, by quarters. */
  readonly offsets: Map<number, number>;
  compared: number;
}

/** A field that no column is read from. */
export interface UnusedField {
  readonly name: string;
  /** Rows with a value. */
  readonly values: number;
  /** Whether nearly all values are numbers. */
  readonly isNumber: boolean;
  /** Up to three different values, of at most 40 characters. */
  readonly examples: readonly string[];
}

const quarterMicros = 900_000_000n;
const offsetQuartersMax = 56;
const sameMicros = 60_000_000n;
const unusedMax = 500;

/** The values of a field that no column is read from. */
export interface UnusedTally {
  values: number;
  numbers: number;
  readonly examples: string[];
}

/** A source of a column whose values may be ambiguous. */
export interface SurveyedColumn {
  readonly kind: 'time' | 'duration' | 'count';
  readonly source: Source;
  /** Whether it is the creation time of the record. */
  readonly isCreation: boolean;
}

/** Facts of a whole file, from which ambiguous values of its columns are decided. */
export class Survey {
  readonly times = new Map<string, TimeTally>();
  readonly durations = new Map<string, { short: number; long: number }>();
  readonly words = new Map<string, WordsSeen>();
  rows = 0;
  idTimes = 0;
  readonly #unused = new Map<string, UnusedTally>();
  readonly #plan: FlatTable;
  readonly #id: PlannedColumn | undefined;
  readonly #latest: bigint;
  /** Whether the times in the IDs are counted. */
  readonly needsIdTimes: boolean;
  readonly columns: readonly SurveyedColumn[];

  constructor(plan: FlatTable, latest: bigint) {
    this.#plan = plan;
    this.#latest = latest;
    this.needsIdTimes = !plan.columns.some(({ name }) => name === plan.table.partitionBy);
    this.#id = plan.columns.find(({ name }) => name === plan.table.key[0]);
    this.columns = [
      ...plan.columns,
      { name: 'observed_at', type: timeType, sources: plan.observedAt },
    ].flatMap(({ name, type, sources }) => {
      const kind = kindOf(name, type);
      return kind === undefined
        ? []
        : sources.map((source) => ({ kind, source, isCreation: name === plan.table.partitionBy }));
    });
    for (const name of plan.unused.slice(0, unusedMax)) {
      this.#unused.set(name, { values: 0, numbers: 0, examples: [] });
    }
  }

  see(row: Row): void {
    this.rows++;
    if (this.needsIdTimes && this.#creationTime(row) !== undefined) this.idTimes++;
    for (const column of this.columns) {
      const value = valueAt(row, column.source.field);
      if (!isBlank(value)) this.seeValue(column, value, () => row);
    }
    for (const [name, tally] of this.#unused) seeUnused(tally, valueAt(row, name));
  }

  /** Notes a value that is not blank; `row` is asked for where its ID matters. */
  seeValue({ kind, source, isCreation }: SurveyedColumn, value: unknown, row: () => Row): void {
    if (kind === 'time') this.#seeTime(source.field, value, isCreation ? row : undefined);
    else if (kind === 'duration') this.#seeDuration(source.field, value);
    else this.#seeCount(source.field, value);
  }

  /** Notes a time with a clock and without a zone that begins with its year: `micros` as UTC. */
  seeLocalTime({ source, isCreation }: SurveyedColumn, micros: number, id: string | undefined): void {
    const tally = this.#timesOf(source.field);
    tally.withoutZone++;
    const created = isCreation ? this.#createdIn(id) : undefined;
    if (created === undefined) return;
    tally.compared++;
    seeOffset(tally, BigInt(micros) - created);
  }

  /** Notes a number of times without a zone; `offsets`: those that differ from the ID by whole quarters of an hour. */
  addLocalTimes(
    { source }: SurveyedColumn,
    { withoutZone, compared, offsets }: Pick<TimeTally, 'withoutZone' | 'compared' | 'offsets'>,
  ): void {
    const tally = this.#timesOf(source.field);
    tally.withoutZone += withoutZone;
    tally.compared += compared;
    for (const [quarters, rows] of offsets)
      tally.offsets.set(quarters, (tally.offsets.get(quarters) ?? 0) + rows);
  }

  /** Notes a number of durations below 1,000 and from there on, in the column's unit. */
  addDurations({ source: { field } }: SurveyedColumn, short: number, long: number): void {
    if (short + long === 0 || durationUnitIn(field) !== undefined) return;
    const tally = this.durations.get(field) ?? { short: 0, long: 0 };
    this.durations.set(field, { short: tally.short + short, long: tally.long + long });
  }

  /** Whether an ID, or an address with one, contains its time. */
  hasTime(id: string | undefined): boolean {
    return this.#createdIn(id) !== undefined;
  }

  /** Whether any time without a zone differs from the ID by a quarter of an hour or more. */
  get isOffByHours(): boolean {
    return [...this.times.values()].some(({ offsets }) =>
      [...offsets.keys()].some((quarters) => quarters !== 0),
    );
  }

  /** The sources of the ID. */
  get idSources(): readonly Source[] {
    return this.#id?.sources ?? [];
  }

  /** The tallies of unused fields by name. */
  get unusedTallies(): ReadonlyMap<string, UnusedTally> {
    return this.#unused;
  }

  get unused(): UnusedField[] {
    return [...this.#unused]
      .map(([name, { values, numbers, examples }]) => ({
        name,
        values,
        isNumber: numbers > 0 && numbers >= 0.9 * values,
        examples,
      }))
      .sort((a, b) => Number(b.isNumber) - Number(a.isNumber) || b.values - a.values);
  }

  #creationTime(row: Row): bigint | undefined {
    const found = this.#id && firstValue(row, this.#id.sources, isBlank);
    return found === undefined ? undefined : this.#createdIn(String(found.value));
  }

  #createdIn(text: string | undefined): bigint | undefined {
    if (text === undefined) return undefined;
    const id = /\d{15,20}/.exec(text)?.[0];
    return creationTimeIn(id, this.#plan.table.platform, this.#latest);
  }

  /** `row`: the row, if the time is that of its creation. */
  #seeTime(field: string, value: unknown, row: (() => Row) | undefined): void {
    if (typeof value !== 'string' || /^[\d.]+$/.test(value) || value.endsWith('Z')) return;
    const tally = this.#timesOf(field);
    const created = row && this.#creationTime(row());
    const order = dayOrderOf(value);
    if (order === 'day') tally.dayFirst++;
    else if (order === 'month') tally.monthFirst++;
    else if (order === 'either') {
      tally.either++;
      if (created !== undefined) this.#seeOrder(tally, value, created);
    }
    const time = parseRecordTime(value);
    if (time?.zoneAssumed !== true || !hasClock(value)) return;
    tally.withoutZone++;
    if (created === undefined) return;
    tally.compared++;
    const dates = order === 'either' ? [time, parseRecordTime(value, { dayFirst: true }) ?? time] : [time];
    for (const { micros } of dates) seeOffset(tally, micros - created);
  }

  #timesOf(field: string): TimeTally {
    let tally = this.times.get(field);
    if (tally === undefined) {
      tally = { ...noTimes, offsets: new Map() };
      this.times.set(field, tally);
    }
    return tally;
  }

  #seeOrder(tally: TimeTally, value: unknown, created: bigint): void {
    const distance = (dayFirst: boolean) => {
      const off = (parseRecordTime(value, { dayFirst })?.micros ?? 0n) - created;
      return off < 0n ? -off : off;
    };
    const [day, month] = [distance(true), distance(false)];
    if (day < month) tally.nearDay++;
    else if (month < day) tally.nearMonth++;
  }

  #seeDuration(field: string, value: unknown): void {
    const number =
      typeof value === 'string' ? (/^\d+(\.\d+)?$/.test(value) ? Number(value) : 0) : Number(value);
    if (!(number > 0) || durationUnitIn(field) !== undefined) return;
    const tally = this.durations.get(field) ?? { short: 0, long: 0 };
    if (number >= 1_000) tally.long++;
    else tally.short++;
    this.durations.set(field, tally);
  }

  #seeCount(field: string, value: unknown): void {
    if (typeof value !== 'string' || /^\d+$/.test(value)) return;
    let seen = this.words.get(field);
    if (seen === undefined) {
      seen = new WordsSeen();
      this.words.set(field, seen);
    }
    noteCountWord(value, seen);
  }
}

const timeType = 'TIMESTAMP WITH TIME ZONE';

const noTimes = {
  dayFirst: 0,
  monthFirst: 0,
  either: 0,
  nearDay: 0,
  nearMonth: 0,
  withoutZone: 0,
  compared: 0,
};

function kindOf(name: string, type: string): 'time' | 'duration' | 'count' | undefined {
  if (name === 'duration_ms') return 'duration';
  if (type === timeType) return 'time';
  return type === 'BIGINT' ? 'count' : undefined;
}

/** Whether a time has more than its date; a date alone does not tell its zone. */
function hasClock(value: unknown): boolean {
  return typeof value === 'string' && /\d:\d/.test(value);
}

/** A time without seconds differs by up to a minute. */
function seeOffset(tally: TimeTally, off: bigint): void {
  const quarters = Number((off + (off < 0n ? -quarterMicros : quarterMicros) / 2n) / quarterMicros);
  const rest = off - BigInt(quarters) * quarterMicros;
  if (Math.abs(quarters) > offsetQuartersMax || rest > sameMicros || rest < -sameMicros) return;
  tally.offsets.set(quarters, (tally.offsets.get(quarters) ?? 0) + 1);
}

/** Notes a value of a field that no column is read from. */
export function seeUnused(tally: UnusedTally, value: unknown): void {
  if (isBlank(value)) return;
  tally.values++;
  if (typeof value === 'object') return;
  const text = String(value).trim().slice(0, 40);
  if (/^[\d.,]+\s?\p{L}{0,4}\.?$/u.test(text) && /\d/.test(text)) tally.numbers++;
  if (tally.examples.length < 3 && !tally.examples.includes(text)) tally.examples.push(text);
}
