import { readFileSync } from 'node:fs';
import { builtInCatalog } from '@sdq/catalog';
import { admit, Parser, resolve } from '@sdq/core/stages';
import { type FileEntry, type LiveSegment, layout, type MaskedRows, replacedRows } from '@sdq/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessPaths } from '../../packages/core/src/backends/duckdb/access-paths/access-paths.ts';
import type {
  AccessPath,
  Candidate,
  RouteContext,
} from '../../packages/core/src/backends/duckdb/candidates/access-path.ts';
import { changedRelation } from '../../packages/core/src/backends/duckdb/candidates/relation/changed-relation.ts';
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
  rangesMasked,
  totalsIn,
  totalsNamed,
  without,
} from './merged-parts.ts';
import { unfolded } from './unfolded.ts';

let parser: Parser;

beforeAll(async () => {
  parser = await Parser.open({ advisoryParser: false });
});

afterAll(() => parser[Symbol.asyncDispose]());

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
        found.push(...ways.map((way) => ({ path, fixture, context, candidate: unfolded(way) })));
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
      checkMasked(each, said);
      checkUncovered(each, said);
      checkHeld(each, said);
      if (merge.output === 'distinct') expect(context.coverage.segments.length, said).toBe(1);
    }
  });
});

function partsFrom({ candidate, context }: Routed): Part[] {
  const { segments } = context.coverage;
  return [candidate.relation(), ...candidate.steps.map(({ sql }) => sql ?? '')].flatMap((sql) =>
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
    expect([undefined, wanted], `${said}\n${sql}`).toContainEqual(rangesMasked(part));
    if (live.stale.length > 0) note(each, 'stale rows are left out');
  }
  for (const { files, sql, keys } of candidate.steps) {
    // Only rows that the snapshot reads can be fetched, and those chosen by number are among them.
    expect(files, said).toBe(context.coverage.rowFiles);
    const chosen =
      /unnest\(\[([-\d, ]*)\]::BIGINT\[\]\)/
        .exec(sql ?? '')?.[1]
        ?.split(', ')
        .map(Number) ?? [];
    // Rows beside segments are drawn as -1, -2, …
    const beside = [...context.coverage.uncovered].reduce((sum, { rows }) => sum + rows, 0);
    const isRead = (ordinal: number) =>
      (ordinal < 0 && -ordinal <= beside && drawsBeside(each)) ||
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

/** Rows of a segment come without those that a mask hides, be it by SQL or from a key file. */
function checkMasked(each: Routed, said: string): void {
  const { candidate, context } = each;
  const masked = context.coverage.segments.filter((live) => live.masked !== undefined);
  if (candidate.merge.masked === 'signed rows') for (const live of masked) checkSigned(each, live, said);
  for (const { live, sql } of partsFrom(each)) {
    if (live?.masked === undefined) continue;
    if (candidate.merge.masked === 'signed rows' && !sql.includes('."scan"')) continue;
    expect(sql, said).toContain(`NOT IN (SELECT ordinal FROM ${changedRelation(live.masked.ordinals)}`);
    note(each, 'masked rows are left out');
  }
  for (const { keys, sql } of candidate.steps) {
    if (drawsBeside(each) && masked.length > 0) {
      const hidden = masked.map(({ masked }) => changedRelation((masked as MaskedRows).ordinals));
      const dropped = /drawn >= 0 AND drawn NOT IN \(([^()]*)\)/.exec(sql ?? '')?.[1] ?? '';
      expect(
        [...dropped.matchAll(/ FROM (\S+)/g)].map(([, from]) => from),
        said,
      ).toEqual(hidden);
      note(each, 'masked rows are left out');
    }
    for (const live of masked) {
      const file = keys?.files.find(({ firstOrdinal }) => firstOrdinal === live.firstOrdinal);
      if (file === undefined) continue;
      expect(file.masked?.name, said).toBe(live.masked?.ordinals.name);
      note(each, 'masked rows are left out');
    }
  }
}

/** What masked rows have added is subtracted, in the groups that they were a part of. */
function checkSigned(each: Routed, { masked }: LiveSegment, said: string): void {
  const { relation, held = [] } = each.candidate;
  for (const sql of held.length === 0 ? [relation()] : held.map(({ sql }) => sql)) {
    expect(sql, said).toMatch(/-\(1::BIGINT\) AS "rows"|, -1 AS rows FROM /);
    expect(sql, said).toContain(`FROM ${changedRelation(replacedRows(masked as MaskedRows, [sql]))}`);
  }
  note(each, 'masked rows are subtracted');
}

/** SQL with the files of deltas in place of the rows of them that are held in memory. */
function overFiles(sql: string, { coverage, path }: RouteContext): string {
  if (coverage.delta === undefined) return sql;
  const paths = [...coverage.uncovered].filter(layout.isDelta).map((file) => `'${path(file)}'`);
  return sql.replaceAll(changedRelation(coverage.delta), `read_parquet([${paths.join(', ')}])`);
}

function checkUncovered(each: Routed, said: string): void {
  const { candidate, context } = each;
  const isDrawn = drawsBeside(each);
  const paths = uncoveredOf(each).map((file) => context.path(file));
  const held = (candidate.held ?? []).map(({ sql }) => overFiles(sql, context));
  const relation = overFiles(candidate.relation(), context);
  expect([...new Set([relation, ...held].flatMap((sql) => filesRead(sql) ?? []))], said).toEqual(paths);
  for (const sql of candidate.steps.map((step) => overFiles(step.sql ?? '', context))) {
    expect([...new Set(filesRead(sql))], said).toEqual(isDrawn ? paths : []);
    // The rows of segments and those beside them are of one choice among all that are drawn.
    const chosen = sql.slice(sql.indexOf('(SELECT drawn FROM '));
    if (isDrawn && paths.length > 0)
      expect(relation, said).toContain(`_sdq_number IN (SELECT drawn FROM ${chosen})`);
  }
  const parts = partsOf(relation, context.coverage.segments);
  // a cut keeps those of the rows that can be among the first ones
  const groups = parts.filter(({ sql }) => /_sdq_(?!found|last\d|number)/.test(sql));
  if (candidate.merge.uncovered === 'rows') expect(groups, said).toEqual([]);
  const isBeside = filesRead(relation) !== undefined;
  for (const { name, sql } of paths.length === 0 ? [] : (candidate.held ?? [])) {
    // Rows are added to the groups that are held, or stand beside them: never both. Distinct values are all counted there.
    const isOfGroups = name.startsWith('groups_');
    if (!isOfGroups) expect([name, isBeside], said).toEqual([name, hasGroupsHeld(candidate)]);
    expect(filesRead(overFiles(sql, context)) !== undefined, said).toBe(isOfGroups ? !isBeside : true);
    const added = isOfGroups
      ? /[ ,]1::BIGINT AS "rows".* FROM (read_parquet|\(SELECT)/
      : /, 1 AS rows FROM (read_parquet|\(SELECT)/;
    if (!isOfGroups || !isBeside) expect(overFiles(sql, context), said).toMatch(added);
    note(each, 'rows are groups of one');
  }
  if (!isBeside) return;
  const [first] = groups;
  if (candidate.merge.uncovered !== 'groups of one' || first === undefined) return;
  const names = totalsNamed(first.sql);
  const ones = parts.filter(({ sql }) => filesRead(sql) !== undefined || sql.includes('."scan"'));
  for (const { sql } of ones) {
    expect(totalsIn(sql), said).toEqual(new Map(names.map((name) => [name, ofOneRow(name)])));
    note(each, 'rows are groups of one');
  }
}

/**
 * Groups that changed rows belong to are read as they are now, where they have rows, and in no other way: the groups of the
 * structure are those that are not held.
 */
function checkHeld(each: Routed, said: string): void {
  const { candidate, context } = each;
  for (const held of candidate.held ?? []) {
    const from = changedRelation(held);
    expect(candidate.merge.masked, said).toBe('signed rows');
    expect(candidate.relation(), said).toContain(` ${from} `);
  }
  if (candidate.held === undefined || candidate.held.length === 0) return;
  const relations = candidate.held.map(changedRelation);
  for (const { sql, live } of partsOf(candidate.relation(), context.coverage.segments)) {
    const named = relations.filter((from) => sql.includes(from));
    // Single rows of the segment may stand beside groups; masked ones are left out of them.
    if (named.length === 0 && live !== undefined) expect(sql, said).toContain('."scan"');
    for (const from of named) {
      const isOfStructure = [
        `rowid NOT IN (SELECT _sdq_place FROM ${from} WHERE _sdq_place IS NOT NULL)`,
        ` AS own ANTI JOIN ${from} AS changed ON `,
      ].some((text) => sql.includes(text));
      const isHeld = new RegExp(
        `SELECT [^()]* FROM ${from}( AS own SEMI JOIN .*)? WHERE _sdq_rows_left > 0`,
        's',
      );
      const isDifference = new RegExp(
        `SELECT (own\\.\\S+ \\+ change\\d+\\.change AS \\w+(, )?)+ FROM .*, ${from} AS change\\d+`,
      );
      expect([isOfStructure, isHeld.test(sql), isDifference.test(sql)], `${said}\n${sql}`).toContain(true);
    }
  }
  note(each, 'changed groups are held');
}

/** The uncovered files that are read. A sample of all rows is drawn before WHERE is applied. */
function uncoveredOf(each: Routed): readonly FileEntry[] {
  const { context } = each;
  return drawsBeside(each) ? [...context.coverage.uncovered] : context.uncovered;
}

/** Whether changed groups are held, and not only by how much numbers of distinct values have changed. */
function hasGroupsHeld({ held = [] }: Candidate): boolean {
  return held.some(({ name }) => name.startsWith('groups_'));
}

/** Whether rows of segments and of uncovered files are drawn together, by number. */
function drawsBeside({ path, candidate }: Routed): boolean {
  return path.name === 'sample' && candidate.merge.uncovered === 'rows';
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
  note(each, `masked: ${merge.masked}`);
  note(each, `uncovered: ${merge.uncovered}`);
  if (uncoveredOf(each).length > 0) note(each, 'files are read beside segments');
}

/** What must have been seen of a path that has said so of a way. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  'stale: masked by ordinal': ['stale rows are left out', 'stale rows are left out, of some files'],
  'stale: masked by month': ['stale months are left out', 'stale rows are left out'],
  'masked: by ordinal': ['masked rows are left out'],
  'masked: signed rows': ['masked rows are subtracted'],
  'uncovered: rows': ['files are read beside segments', 'files are read beside segments, of some files'],
  'uncovered: groups of one': ['files are read beside segments', 'rows are groups of one'],
};

test.each(accessPaths)('$name was seen to do what its ways say', (path) => {
  const found = [...(seen.get(path) ?? [])];
  expect(found).not.toEqual([]);
  // A sample is drawn from all files; of a table without months, and of a derived one, a time leaves out no files.
  const isOfMonths = !['time-rows', 'derived-rows'].includes(path.name);
  const shown = found
    .flatMap((what) => shownBy[what] ?? [])
    .filter((what) => isOfMonths || !what.endsWith('of some files'))
    .filter((what) => path.name !== 'sample' || what !== 'files are read beside segments, of some files');
  expect(found).toEqual(expect.arrayContaining(shown));
});
