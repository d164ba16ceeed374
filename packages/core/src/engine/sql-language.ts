import { reservedWords, unreservedWords } from '@sdq/duckdb/sql';
import { descriptionOf } from '../gate/admit/functions/descriptions.ts';
import { offeredFunctions, offeredInFrom } from '../gate/admit/functions/index.ts';
import type { DescribedOverload } from '../gate/parse/serializer.ts';

/** A function that queries may call. */
export interface OfferedSignatures {
  /** In lower case. */
  readonly name: string;
  /** `table` is called in FROM, the others in expressions; an aggregate may be called with OVER too. */
  readonly kind: 'scalar' | 'aggregate' | 'window' | 'table';
  /**
   * `round(x NUMBER, precision INTEGER) -> NUMBER`, one per list of parameters: overloads that differ in types alone
   * are one signature, with up to {@link typesMax} types by name. Empty where the call has a syntax of its own.
   */
  readonly signatures: readonly string[];
  /** One line; empty where none is known. */
  readonly description: string;
}

/** The words of the language: what an editor completes and highlights. */
export interface SqlLanguage {
  /** The functions of the gate, by name, without those that collations are written by. */
  readonly functions: readonly OfferedSignatures[];
  readonly keywords: readonly string[];
  /** Keywords that cannot be the name of a column without quotes. */
  readonly reserved: readonly string[];
}

/** Types of one parameter that a signature names; further ones make it ANY. */
const typesMax = 4;
/** Calls that the grammar writes as operators: no list of functions has them. */
const callsOfGrammar = [
  { name: 'coalesce', kind: 'scalar', signatures: ['coalesce(ANY, ...ANY) -> ANY'] },
  { name: 'ifnull', kind: 'scalar', signatures: ['ifnull(ANY, ANY) -> ANY'] },
] as const;

/** What the gate admits, with the signatures that the engine has. */
export function languageOf(overloads: readonly DescribedOverload[]): SqlLanguage {
  const byName = Map.groupBy(overloads, ({ name }) => name);
  const functions = [
    ...[...offeredFunctions].map(([name, { kind }]) => described(name, kind, byName)),
    ...[...offeredInFrom.keys()].map((name) => described(name, 'table', byName)),
    ...callsOfGrammar.map((call) => ({ ...call, description: descriptionOf(call.name) ?? '' })),
  ].filter(({ name }) => /^\w+$/.test(name) && !name.startsWith('icu_collate_'));
  const reserved = [...reservedWords].toSorted();
  return {
    functions: functions.toSorted((a, b) => compare(a.name, b.name) || compare(a.kind, b.kind)),
    keywords: [...reservedWords, ...unreservedWords].toSorted(),
    reserved,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function described(
  name: string,
  kind: OfferedSignatures['kind'],
  byName: ReadonlyMap<string, readonly DescribedOverload[]>,
): OfferedSignatures {
  const all = (byName.get(name) ?? []).filter((each) => each.kind !== 'pragma');
  const fitting = all.filter((each) => each.kind.startsWith('table') === (kind === 'table'));
  const overloads = fitting.length > 0 ? fitting : all;
  const aliased = overloads.flatMap(({ aliasOf }) => (aliasOf === null ? [] : (byName.get(aliasOf) ?? [])));
  const told = [...overloads, ...aliased].find(({ description }) => description !== null)?.description;
  return {
    name,
    kind,
    signatures: signaturesOf(name, overloads),
    description: descriptionOf(name) ?? told?.replaceAll(/\s+/g, ' ').trim() ?? '',
  };
}

function signaturesOf(name: string, overloads: readonly DescribedOverload[]): string[] {
  const alike = Map.groupBy(overloads, ({ parameters, further }) => JSON.stringify([parameters, further]));
  return [...alike.values()].map((group) => {
    const parameters = (group[0]?.parameters ?? []).map((parameter, at) => {
      const word = /^col\d+$/.test(parameter) ? '' : parameter;
      return [word, typesOf(group.map(({ types }) => types[at] ?? null))].filter(Boolean).join(' ');
    });
    const further = group[0]?.further;
    if (typeof further === 'string') parameters.push(`...${shortType(further)}`);
    const returns = typesOf(group.map((each) => each.returns));
    return `${name}(${parameters.join(', ')})${returns === '' ? '' : ` -> ${returns}`}`;
  });
}

const numbers = /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL(?:\(.*\))?|BIGNUM)$/;

/** The types of a parameter over all overloads, in few words; empty where none is known. */
function typesOf(types: readonly (string | null)[]): string {
  const distinct = [...new Set(types.filter((type) => type !== null).map(shortType))];
  const others = distinct.filter((type) => !numbers.test(type));
  const isOfNumbers = distinct.length - others.length > 1;
  const words = isOfNumbers ? ['NUMBER', ...others] : distinct;
  return words.length > typesMax ? 'ANY' : words.join('|');
}

function shortType(type: string): string {
  return type
    .replaceAll('TIMESTAMP WITH TIME ZONE', 'TIMESTAMPTZ')
    .replaceAll('TIME WITH TIME ZONE', 'TIMETZ');
}
