import type { Sample } from '../containers/record-chunk.ts';
import type { UnusedField } from '../flat/survey.ts';
import { isObject, type JsonObject } from '../values/json-object.ts';
import { observedAtKeys } from '../video-observations.ts';
import type { NestedRecords, RecordPlan } from './compile-map.ts';

const depthMax = 8;
const pathsMax = 500;
const exampleLengthMax = 40;

interface Tally {
  values: number;
  numbers: number;
  readonly examples: string[];
}

/** The paths of a nested format's first records that no column is read from. */
export function unusedIn(sample: Sample, nested: NestedRecords | undefined): UnusedField[] {
  if (nested === undefined) return [];
  const records = sample.kind === 'json' ? sample.records.filter(isObject) : sample.rows;
  return unusedPaths(records.map(nested.recordOf), nested.plans());
}

/**
 * The paths of records that no column is read from, with examples, numbers first; at most 500, in the order in which they
 * come. Members of lists have one path, such as `tags[].id`.
 */
function unusedPaths(records: readonly unknown[], plans: readonly RecordPlan[]): UnusedField[] {
  const tallies = new Map<string, Tally>();
  for (const record of records) {
    if (!isObject(record)) continue;
    const plan = plans.find(({ map }) => map.is(record));
    if (plan !== undefined) see(record, '', 0, plan.paths, tallies);
  }
  return [...tallies]
    .map(([name, { values, numbers, examples }]) => ({
      name,
      values,
      isNumber: numbers >= 0.9 * values,
      examples,
    }))
    .sort((a, b) => Number(b.isNumber) - Number(a.isNumber) || b.values - a.values);
}

function see(
  value: unknown,
  path: string,
  depth: number,
  used: ReadonlySet<string>,
  tallies: Map<string, Tally>,
): void {
  if (value === null || value === undefined || value === '' || used.has(path) || depth > depthMax) return;
  if (Array.isArray(value)) {
    for (const member of value) see(member, `${path}[]`, depth + 1, used, tallies);
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value as JsonObject)) {
      if (depth > 0 || !isObservedAt.has(key))
        see(member, path === '' ? key : `${path}.${key}`, depth + 1, used, tallies);
    }
  } else tally(value, path, tallies);
}

const isObservedAt: ReadonlySet<string> = new Set(observedAtKeys);

function tally(value: unknown, path: string, tallies: Map<string, Tally>): void {
  let entry = tallies.get(path);
  if (entry === undefined) {
    if (tallies.size >= pathsMax) return;
    entry = { values: 0, numbers: 0, examples: [] };
    tallies.set(path, entry);
  }
  entry.values++;
  const text = String(value).slice(0, exampleLengthMax);
  if (typeof value === 'number' || typeof value === 'bigint' || /^\d[\d.,]*$/.test(text)) entry.numbers++;
  if (entry.examples.length < 3 && !entry.examples.includes(text)) entry.examples.push(text);
}
