import { readFileSync } from 'node:fs';
import { builtInCatalog } from '@sdq/catalog';
import { admit, Parser, resolve } from '@sdq/core/stages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessPaths } from '../../packages/core/src/backends/duckdb/access-paths/access-paths.ts';
import type {
  AccessPath,
  Candidate,
  RouteContext,
} from '../../packages/core/src/backends/duckdb/candidates/access-path.ts';
import { choosePaths, pathRuleNames } from '../../packages/core/src/backends/duckdb/plan/choose-paths.ts';
import { TableQuestion } from '../../packages/core/src/shape/table-question.ts';
import { type Fixture, readFixtures } from './fixture-file.ts';
import { type FixtureState, fixtureIndex, fixtureStates } from './fixture-states.ts';
import {
  allowedOrdinals,
  filesRead,
  joined,
  monthsLeftOut,
  ofOneRow,
  type Part,
  partsOf,
  type Range,
  totalsIn,
  without,
} from './merged-parts.ts';

let parser: Parser;

beforeAll(async () => {
  parser = await Parser.open({ advisoryParser: false });
});

afterAll(async () => {
  await parser[Symbol.asyncDispose]();
});

const tables = builtInCatalog.tables
  .filter(({ platform }) => platform === 'shortvideo')
  .map(({ name }) => name);
const scope = { now: BigInt(Date.parse('2026-07-31T12:00:00Z')) * 1_000n };

/** Paths are asked one by one: nothing is chosen. */
const noPath = pathRuleNames.filter((name) => name !== 'prune-files');

interface Routed {
  readonly path: AccessPath;
  readonly fixture: Fixture;
  readonly context: RouteContext;
  readonly candidate: Candidate;
}

/** The ways that a path knows to answer the questions of its own fixtures. */
async function routed(path: AccessPath, state: FixtureState): Promise<Routed[]> {
  const url = new URL(
    `../../packages/core/src/backends/duckdb/access-paths/${path.name}/rewrites.sql`,
    import.meta.url,
  );
  const snapshot = fixtureIndex(state);
  const found: Routed[] = [];
  for (const fixture of readFixtures(readFileSync(url, 'utf8')).fixtures) {
    const statement = await parser.parse(fixture.sql, fixture.parameters, { tables, signal: undefined });
    const resolved = resolve(admit(statement, { tables }), builtInCatalog, 'shortvideo');
    for (const place of resolved.references.keys()) {
      const question = new TableQuestion(resolved, place, { ...scope, parameters: statement.parameters });
      const { context: own } = choosePaths(question, snapshot, { off: noPath });
      const context = {
        ...own,
        ...(own.source && { ...own.source, files: snapshot.files(own.source.table) }),
      };
      const ways = context.coverage.segments.length === 0 ? [] : path.route(own);
      if (typeof ways !== 'string')
        found.push(...ways.map((candidate) => ({ path, fixture, context, candidate })));
    }
  }
  return found;
}

const cases = accessPaths.flatMap((path) => fixtureStates.map((state) => ({ name: path.name, path, state })));

describe.each(cases)('$name over $state', ({ path, state }) => {
  test('each way does what its merge says', async () => {
    for (const each of await routed(path, state)) {
      const { fixture, context, candidate } = each;
      const { merge } = candidate;
      const said = `${fixture.title}: ${candidate.note}`;
      noteMerge(each);
      if (merge.stale === 'refused') expect(context.coverage.isClean, said).toBe(true);
      else checkStale(each, said);
      if (merge.uncovered === 'refused') expect(context.uncovered, said).toEqual([]);
      checkUncovered(each, said);
      if (merge.output === 'distinct') expect(context.coverage.segments.length, said).toBe(1);
    }
  });
});

function partsFrom({ candidate, context }: Routed): Part[] {
  const { segments } = context.coverage;
  return [candidate.relation, ...candidate.steps.map(({ sql }) => sql ?? '')].flatMap((sql) =>
    partsOf(sql, segments),
  );
}

/** Ordinals of files of a segment. */
function rangesOf({ live }: Part, isMeant: (path: string) => boolean): Range[] {
  const covers = live?.segment.covers ?? [];
  return joined(
    covers
      .filter(({ path }) => isMeant(path))
      .map(({ first_ordinal: first, rows }): Range => [first, first + rows]),
  );
}

function checkStale(each: Routed, said: string): void {
  const { candidate, context } = each;
  for (const part of partsFrom(each)) {
    const { live, sql } = part;
    if (live === undefined) continue;
    const isOfGroups = candidate.merge.stale === 'masked by month' && !sql.includes('."scan"');
    if (isOfGroups) {
      const stale = live.segment.covers.filter(({ first_ordinal: first }) =>
        live.stale.some(([from, to]) => first >= from && first < to),
      );
      const months = stale.map(({ path }) => /month=([\d-]+)/.exec(path)?.[1]);
      expect(monthsLeftOut(part), said).toEqual(months);
      if (months.length > 0) note(each, 'stale months are left out');
      continue;
    }
    const all = rangesOf(part, () => true);
    const fresh = without(all, live.stale);
    const wantedPaths = new Set(context.files.map(({ path }) => path));
    const wanted = without(
      rangesOf(part, (path) => wantedPaths.has(path)),
      live.stale,
    );
    const allowed = allowedOrdinals(part, all.at(-1)?.[1] ?? 0);
    expect([fresh, wanted], `${said}\n${sql}`).toContainEqual(allowed);
    if (live.stale.length > 0) note(each, 'stale rows are left out');
  }
  for (const { files, sql, keys } of candidate.steps) {
    // Only rows that the snapshot reads can be fetched, and those chosen by number are among them.
    expect(files, said).toBe(context.coverage.rowFiles);
    const chosen =
      /unnest\(\[([\d, ]*)\]::BIGINT\[\]\)/
        .exec(sql ?? '')?.[1]
        ?.split(', ')
        .map(Number) ?? [];
    const isRead = (ordinal: number) =>
      files.some(({ first, rows }) => ordinal >= first && ordinal < first + rows);
    expect(
      chosen.filter((ordinal) => !isRead(ordinal)),
      said,
    ).toEqual([]);
    if (chosen.length > 0) note(each, 'rows are chosen by number');
    if (keys === undefined) continue;
    // An older segment has none; it is searched by SQL.
    const segments = context.coverage.segments.filter(({ segment }) => segment.key_files !== undefined);
    expect(keys.files.map((file) => [file.firstOrdinal, file.stale])).toEqual(
      segments.map((live) => [live.firstOrdinal, live.stale]),
    );
    if (segments.some(({ stale }) => stale.length > 0)) note(each, 'stale rows are left out');
  }
}

function checkUncovered(each: Routed, said: string): void {
  const { candidate, context } = each;
  const paths = context.uncovered.map((file) => context.path(file));
  expect(filesRead(candidate.relation) ?? [], said).toEqual(paths);
  for (const { sql } of candidate.steps) expect(filesRead(sql ?? ''), said).toBeUndefined();
  const parts = partsOf(candidate.relation, context.coverage.segments);
  const groups = parts.filter(({ sql }) => sql.includes('_sdq_'));
  if (candidate.merge.uncovered === 'rows') expect(groups, said).toEqual([]);
  const [first] = groups;
  if (candidate.merge.uncovered !== 'groups of one' || first === undefined) return;
  const names = [...totalsIn(first.sql).keys()];
  const ones = parts.filter(({ sql }) => filesRead(sql) !== undefined || sql.includes('."scan"'));
  for (const { sql } of ones) {
    expect(totalsIn(sql), said).toEqual(new Map(names.map((name) => [name, ofOneRow(name)])));
    note(each, 'rows are groups of one');
  }
}

/** What was seen of each path, so that nothing is held to be right that never came. */
const seen = new Map<AccessPath, Set<string>>();

function note({ path, context }: Routed, what: string): void {
  const known = seen.get(path) ?? new Set();
  seen.set(path, known.add(what));
  if (context.isPruned) known.add(`${what}, of some files`);
}

function noteMerge(each: Routed): void {
  const { merge } = each.candidate;
  note(each, `stale: ${merge.stale}`);
  note(each, `uncovered: ${merge.uncovered}`);
  if (each.context.uncovered.length > 0) note(each, 'files are read beside segments');
}

/** What must have been seen of a path that has said so of a way. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  'stale: masked by ordinal': ['stale rows are left out', 'stale rows are left out, of some files'],
  'stale: masked by month': ['stale months are left out', 'stale rows are left out'],
  'uncovered: rows': ['files are read beside segments', 'files are read beside segments, of some files'],
  'uncovered: groups of one': ['files are read beside segments', 'rows are groups of one'],
};

test.each(accessPaths)('$name was seen to do what its ways say', (path) => {
  const found = [...(seen.get(path) ?? [])];
  expect(found).not.toEqual([]);
  // Of a table that is not split by month, and of a derived one, a time leaves out no files.
  const isOfMonths = !['time-rows', 'derived-rows'].includes(path.name);
  const shown = found
    .flatMap((what) => shownBy[what] ?? [])
    .filter((what) => isOfMonths || !what.endsWith('of some files'));
  expect(found).toEqual(expect.arrayContaining(shown));
});
