import type { ArgumentRule } from '../argument-rules.ts';
import { aggregates } from './aggregates.ts';
import { collations } from './collations.ts';
import { dates } from './dates.ts';
import { denials, deniedInFrom } from './denied.ts';
import type { FunctionGroup } from './group.ts';
import { json, jsonAggregates } from './json.ts';
import { lambdas } from './lambdas.ts';
import { lists } from './lists.ts';
import { math } from './math.ts';
import { operators } from './operators.ts';
import { regularExpressions } from './regular-expressions.ts';
import { statistics } from './statistics.ts';
import { strings } from './strings.ts';
import { structsMaps } from './structs-maps.ts';
import { tableFunctions } from './tables.ts';
import { windows } from './windows.ts';

/** A function that is allowed. */
export interface OfferedFunction {
  readonly kind: FunctionGroup['kind'];
  readonly rules: readonly ArgumentRule[];
}

const groups: readonly FunctionGroup[] = [
  operators,
  strings,
  regularExpressions,
  collations,
  dates,
  math,
  lists,
  lambdas,
  structsMaps,
  json,
  jsonAggregates,
  aggregates,
  statistics,
  windows,
];

function offeredBy(all: readonly FunctionGroup[]): Map<string, OfferedFunction> {
  const offered = new Map<string, OfferedFunction>();
  for (const { kind, free, bounded } of all) {
    for (const name of free) offered.set(name, { kind, rules: [] });
    for (const [name, rules] of Object.entries(bounded)) offered.set(name, { kind, rules });
  }
  return offered;
}

function reasonsOf(all: typeof denials): Map<string, string> {
  return new Map(all.flatMap(({ reason, functions }) => functions.map((name) => [name, reason] as const)));
}

/** By lower-case name: functions in expressions, functions in FROM, and the reasons why others are not allowed. */
export const offeredFunctions: ReadonlyMap<string, OfferedFunction> = offeredBy(groups);
export const offeredInFrom: ReadonlyMap<string, OfferedFunction> = offeredBy([tableFunctions]);
export const deniedFunctions: ReadonlyMap<string, string> = reasonsOf(denials);
export const deniedFunctionsInFrom: ReadonlyMap<string, string> = reasonsOf(deniedInFrom);
