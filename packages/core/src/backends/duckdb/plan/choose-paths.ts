import { randomUUID } from 'node:crypto';
import {
  type CatalogTable,
  type LocalRows,
  pathsOf,
  publicSelectList,
  storedColumns,
  tableId,
} from '@sdq/catalog';
import { coverageOf, derivedRows, type FileEntry, livingRows, type Snapshot } from '@sdq/index';
import type { Route, RuleOutcome } from '../../../backend/execution-backend.ts';
import type { TableQuestion } from '../../../shape/table-question.ts';
import { accessPaths } from '../access-paths/access-paths.ts';
import { baseCandidate } from '../access-paths/base-scan/base-scan.ts';
import { pruneFiles } from '../access-paths/base-scan/zone-maps.ts';
import { nativeScan } from '../access-paths/native-scan/native-scan.ts';
import {
  type AskedColumns,
  type Candidate,
  isSpeculative,
  type RouteContext,
} from '../candidates/access-path.ts';
import { isFetchedFromBase } from '../candidates/relation/fetched-files.ts';
import { givenRows } from '../candidates/relation/given-rows.ts';
import { instancesOf } from '../candidates/structure.ts';
import { localRows } from '../local/local-rows.ts';
import { bounded, certainAmong, cheaperFirst, preferredCandidate } from './order-candidates.ts';

const zoneMaps = 'prune-files';

/** Names of the rules of this file, by which they can be turned off. */
export const pathRuleNames = [zoneMaps, ...accessPaths.map(({ name }) => name)];

/**
 * Maximum number of speculative candidates of a reference. More than two whose guards fail cost more than they save.
 */
const speculativeMax = 2;

/** Estimated CPU time in microseconds of reading a row of a local table. */
const localRowCost = 0.05;

/** Which paths may be taken. */
export interface PathRules {
  /** Paths and rules to leave out, by name. */
  readonly off: readonly string[];
  /** The path that is preferred wherever it has a candidate, at any cost. */
  readonly preferred?: string | undefined;
}

/** How one reference may be answered. */
export interface ChosenPaths {
  readonly question: TableQuestion;
  readonly context: RouteContext;
  /** Cheaper candidates with guards, cheapest first. */
  readonly speculative: readonly Candidate[];
  /** The cheapest candidate without guards. */
  readonly certain: Candidate;
  readonly rules: readonly RuleOutcome[];
  readonly route: Route;
}

export function choosePaths(question: TableQuestion, snapshot: Snapshot, rules: PathRules): ChosenPaths {
  const { table } = question;
  const all = snapshot.files(table);
  const outcomes: RuleOutcome[] = [];
  const files = rules.off.includes(zoneMaps) ? all : pruned(question, all, outcomes);
  const context = contextOf(question, snapshot, files);
  const base = baseCandidate(context);
  if (table.rows !== undefined) return ofCatalogue(question, context, base);
  if (table.local !== undefined) return ofLocal(question, context, base, table.local);
  if (context.coverage.segments.length === 0) {
    if (context.source === undefined) outcomes.push(noSegments(table, all));
  } else if (!context.coverage.statistics.isNoted) outcomes.push(noStatistics(context));
  const isSegmented = context.coverage.segments.length > 0 || context.source !== undefined;
  const proposals = isSegmented ? propose(context, rules) : [];
  const candidates = proposals.flatMap(({ found }) => (typeof found === 'string' ? [] : found));
  // Whatever base files answer, the native scan answers at a lower cost.
  const isScanned = proposals.some(
    ({ path, found }) => path === nativeScan.name && typeof found !== 'string',
  );
  const certain = certainAmong(isScanned ? candidates : [...candidates, base]) ?? base;
  const cheapest = candidates
    .filter((candidate) => isSpeculative(candidate) && candidate.cost < certain.cost)
    .sort(cheaperFirst)
    // Fetching a row of base files costs so much that a plan for fewer rows is worth further attempts.
    .slice(0, speculativeMax * (isFetchedFromBase(context) ? 2 : 1));
  const [chosen = certain] = cheapest;
  for (const { path, found } of proposals) {
    const taken = [...cheapest, certain].find(
      (candidate) => typeof found !== 'string' && found.includes(candidate),
    );
    outcomes.push({
      rule: path,
      table: table.name,
      fired: taken !== undefined,
      note: noteOf(found, taken, chosen),
    });
  }
  const filesRead = chosen === base ? files.length : filesBeside(chosen, context);
  const route = routeTo(chosen, context, all, filesRead);
  const speculative = cheapest.map((candidate, index) =>
    bounded(candidate, [...cheapest.slice(index + 1), certain]),
  );
  return { question, context, speculative, certain, rules: outcomes, route };
}

export function routeTo(
  { via, rows, bytes }: Candidate,
  { table }: RouteContext,
  all: readonly FileEntry[],
  filesRead: number,
): Route {
  return {
    table: tableId(table),
    via,
    filesTotal: all.length,
    filesRead,
    rowsEstimated: Math.round(rows),
    bytesEstimated: Math.round(bytes),
  };
}

/** Number of files that are read beside segments; a derived table's are those of the table it is computed from. */
export function filesBeside({ segments }: Candidate, context: RouteContext): number {
  const { uncovered } = segments === undefined ? context : (context.source ?? context);
  return uncovered.length;
}

/** A table whose rows are given needs no files. */
function ofCatalogue(question: TableQuestion, context: RouteContext, base: Candidate): ChosenPaths {
  const { table } = context;
  const rows = table.rows?.length ?? 0;
  const via = 'catalogue';
  return {
    question,
    context,
    speculative: [],
    certain: { ...base, via, relation: () => givenRows(table), rows, bytes: 0 },
    rules: [],
    route: {
      table: tableId(table),
      via,
      filesTotal: 0,
      filesRead: 0,
      rowsEstimated: rows,
      bytesEstimated: 0,
    },
  };
}

/** A table of one query is read whole, from the copy that was made of it. */
function ofLocal(
  question: TableQuestion,
  context: RouteContext,
  base: Candidate,
  { path, rows, bytes, source }: LocalRows,
): ChosenPaths {
  const { table } = context;
  const via = 'local table';
  const relation = () => `(SELECT ${publicSelectList(table)} FROM ${localRows(path)})`;
  const note = `${rows.toLocaleString('en')} rows of ${source}`;
  return {
    question,
    context,
    speculative: [],
    certain: {
      ...base,
      via,
      relation,
      rows,
      bytes,
      cost: rows * localRowCost,
      costMost: rows * localRowCost,
      note,
    },
    rules: [{ rule: 'local-table', table: table.name, fired: true, note }],
    route: {
      table: table.name,
      via,
      filesTotal: 1,
      filesRead: 1,
      rowsEstimated: rows,
      bytesEstimated: bytes,
    },
  };
}

/** Why no path was considered. */
function noSegments(table: CatalogTable, files: readonly FileEntry[]): RuleOutcome {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const kept = pathsOf(table);
  const note =
    kept.length === 0
      ? 'no segments are kept of this table: its base files are read'
      : kept.every(({ rowsMin = 0 }) => rowsMin > rows)
        ? 'no segments are kept of so few rows: its base files are read'
        : 'no segment is built over this table: `sdq index build` builds one';
  return { rule: 'segments', table: table.name, fired: false, note };
}

/** Estimates are assumed where statistics are missing: for an old segment, or for columns added after it was built. */
function noStatistics({ table, coverage: { statistics } }: RouteContext): RuleOutcome {
  const added = storedColumns(table).filter(({ name }) => !statistics.columns.has(name));
  const isOld = statistics.columns.size === 0 || added.length === 0;
  const note = isOld
    ? 'built without statistics: `sdq index build` notes them'
    : `the segments were built before the table had ${added.map(({ name }) => name).join(', ')}: \`sdq index build\` adds what is missing`;
  return { rule: 'statistics', table: table.name, fired: false, note };
}

/** The files that zone maps do not exclude. */
export function pruned(
  question: TableQuestion,
  files: readonly FileEntry[],
  outcomes: RuleOutcome[],
): readonly FileEntry[] {
  const { files: left, note } = pruneFiles(question, files);
  outcomes.push({ rule: zoneMaps, table: question.table.name, fired: left.length < files.length, note });
  return left;
}

export function contextOf(
  question: TableQuestion,
  snapshot: Snapshot,
  files: readonly FileEntry[],
): RouteContext {
  const { table, place } = question;
  const coverage = coverageOf(snapshot, table);
  const context: RouteContext = {
    question,
    table,
    files,
    rows: table.local?.rows ?? files.reduce((sum, file) => sum + file.rows, 0),
    isPruned: files.length < snapshot.files(table).length,
    uncovered: files.filter((file) => coverage.uncovered.has(file)),
    coverage,
    ...sourceOf(question, snapshot),
    rowsPlaceholder: `fetched_rows_${place}_${randomUUID().replaceAll('-', '')}`,
    path: (file) => snapshot.path(file),
    living: (some) => livingOf(snapshot, table, some, question.source),
    instances: (path) => instancesOf(table, path),
    sources: (asked: AskedColumns) => accessPaths.flatMap((path) => path.sources?.(context, asked) ?? []),
    leadingSources: (asked, ordered) =>
      accessPaths.flatMap((path) => path.leadingSources?.(context, asked, ordered) ?? []),
    ordinals: (filter) => accessPaths.flatMap((path) => path.ordinals?.(context, filter) ?? []),
  };
  return context;
}

/** The rows of files of a table that no mask hides, as SQL for FROM; of a derived table, with what deltas of `source` give. */
function livingOf(
  snapshot: Snapshot,
  table: CatalogTable,
  files: readonly FileEntry[],
  source: CatalogTable | undefined,
): string {
  const state = { files, masks: snapshot.masks(table) };
  if (source === undefined) return livingRows(snapshot.root, table, state);
  const stateOfSource = { files: snapshot.files(source), masks: snapshot.masks(source) };
  return derivedRows(snapshot.root, table, state, source, stateOfSource);
}

/** The table that a derived one is computed from, where segments cover it. */
function sourceOf({ source: table }: TableQuestion, snapshot: Snapshot): Pick<RouteContext, 'source'> {
  const coverage = table && coverageOf(snapshot, table);
  if (table === undefined || coverage === undefined || coverage.segments.length === 0) return {};
  const living = (files: readonly FileEntry[]) => livingOf(snapshot, table, files, undefined);
  return { source: { table, coverage, uncovered: [...coverage.uncovered], living } };
}

function propose(
  context: RouteContext,
  { off, preferred }: PathRules,
): { path: string; found: readonly Candidate[] | string }[] {
  return accessPaths
    .filter(({ name }) => !off.includes(name))
    .map((path) => {
      const usable = usableOf(context, path.route(context));
      const isFree = typeof usable !== 'string' && path.name === preferred;
      return {
        path: path.name,
        found: isFree ? usable.map(preferredCandidate) : usable,
      };
    });
}

/** Those candidates that can be taken. */
export function usableOf(
  { question, coverage: { rowColumns } }: RouteContext,
  found: readonly Candidate[] | string,
): readonly Candidate[] | string {
  if (typeof found === 'string' || found.length === 0) return found;
  const fetchable = found.filter(({ steps }) =>
    steps.every(({ columns }) => columns.every(({ name }) => rowColumns?.has(name) !== false)),
  );
  if (fetchable.length === 0) return 'the row files there are lack a column that the query uses';
  // Edits would show in the name that DuckDB makes of an expression's text.
  return question.isInName ? fetchable.filter(({ edits }) => edits.length === 0) : fetchable;
}

/** What a path found; one of its candidates may have been chosen. */
function noteOf(
  found: readonly Candidate[] | string,
  taken: Candidate | undefined,
  chosen: Candidate,
): string {
  if (typeof found === 'string') return found;
  if (taken !== undefined) return taken.note;
  const [first] = found;
  return first === undefined
    ? 'the path has no candidate for it'
    : `${first.note}: costs more than ${chosen.via}`;
}
