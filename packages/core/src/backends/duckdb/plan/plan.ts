import type { CatalogTable } from '@sdq/catalog';
import type { FileEntry, LiveSegment, Snapshot } from '@sdq/index';
import type { RuleOutcome } from '../../../backend/execution-backend.ts';
import { StatementQuestion } from '../../../shape/statement-question.ts';
import type { SpanEdit } from '../../../shape/table-question.ts';
import { mint, type Resolved } from '../../../stages.ts';
import { baseRelation } from '../access-paths/base-scan/base-scan.ts';
import type { Candidate } from '../candidates/access-path.ts';
import type { Plan, SpeculativePlan, TableView } from '../runnable-plan.ts';
import { type ChosenPaths, choosePaths, pathRuleNames } from './choose-paths.ts';
import { pushLimit, streamed } from './limits.ts';
import { splice } from './splice.ts';

export interface PlanOptions {
  /** Maximum number of rows read from the result. */
  rowsMax: number;
  /** Rules to turn off, by name: for tests and for diagnosis. */
  rulesOff?: readonly string[];
  /** An access path that is preferred wherever it has a candidate, at any cost: for tests. */
  preferredPath?: string | undefined;
}

/** Every rule that `rulesOff` can name: access paths, and those of the plan. */
export const ruleNames: readonly string[] = [...pathRuleNames, 'stream-limit', 'push-limit'];

/**
 * Routes each table reference to files or structures of one snapshot. The caller's text is kept; only its references
 * are replaced, each by a relation that contains the same rows wherever the query can see them, and aggregates where
 * the relation contains sums.
 *
 * A reference in a subquery inside an expression is not replaced but names a view, one per table: DuckDB names an
 * expression without an alias by its text, which must stay the caller's.
 */
export function plan(resolved: Resolved, snapshot: Snapshot, options: PlanOptions): Plan {
  const { statement } = resolved;
  const question = new StatementQuestion(resolved, Date.now());
  const { rulesOff: off = [], preferredPath: preferred } = options;
  const rules = { off, preferred };
  const chosen = question.tables.map((table) => choosePaths(table, snapshot, rules));
  const limit = off.includes('push-limit') ? null : pushLimit(question, options.rowsMax);
  const streams = new Set(
    off.includes('stream-limit') ? [] : chosen.filter(({ question }) => question.isStreamed),
  );
  const write = (choose: Choice) => {
    const written = writeOut(resolved, chosen, choose, streams);
    return { ...written, sql: written.sql + (limit ?? '') };
  };
  return mint<Plan>({
    ...write((each) => each.certain),
    parameters: statement.parameters,
    attachments: segmentsOf(chosen).map(({ name, segment }) => ({
      name,
      path: snapshot.path(segment),
    })),
    attempts: attemptsOf(chosen, write),
    statement,
    rules: [
      ...chosen.flatMap(({ rules }) => rules),
      ...limitRules(streams, limit === null ? null : options.rowsMax),
    ],
    routes: chosen.map(({ route }) => route),
  });
}

/** Which candidate of each reference is used. */
type Choice = (paths: ChosenPaths) => Candidate;

function limitRules(streams: ReadonlySet<ChosenPaths>, rowsMax: number | null): RuleOutcome[] {
  return [
    ...[...streams].map(({ question }) => ({
      rule: 'stream-limit',
      table: question.table.name,
      fired: true,
      note: 'rows are handed on as they come, up to the LIMIT',
    })),
    {
      rule: 'push-limit',
      table: null,
      fired: rowsMax !== null,
      note: rowsMax === null ? 'the query has a LIMIT of its own' : `the engine stops at ${rowsMax} rows`,
    },
  ];
}

/**
 * A speculative plan for each speculative candidate, if only one reference has any. With several such references, one
 * plan with the first candidate of each.
 */
function attemptsOf(
  chosen: readonly ChosenPaths[],
  write: (choose: Choice) => Pick<Plan, 'sql' | 'views'>,
): SpeculativePlan[] {
  const uncertain = chosen.filter(({ speculative }) => speculative.length > 0);
  const count =
    uncertain.length === 1 ? (uncertain[0]?.speculative.length ?? 0) : Math.min(1, uncertain.length);
  return Array.from({ length: count }, (_, index) => {
    const choose: Choice = (each) => each.speculative[index] ?? each.certain;
    const candidates = chosen.map(choose);
    const { sql, views } = write(choose);
    return {
      sql,
      views,
      steps: candidates.flatMap(({ steps }) => steps),
      rowsMin: Math.max(0, ...candidates.map(({ guard }) => guard.rowsMin)),
    };
  });
}

/** The segments of tables that have a candidate which reads segments. */
function segmentsOf(chosen: readonly ChosenPaths[]): LiveSegment[] {
  const read = chosen.filter(({ certain, speculative }) =>
    [certain, ...speculative].some(({ readsSegments }) => readsSegments),
  );
  return [...new Set(read.flatMap(({ context }) => context.coverage.segments))];
}

function writeOut(
  resolved: Resolved,
  chosen: readonly ChosenPaths[],
  choose: Choice,
  streams: ReadonlySet<ChosenPaths>,
): Pick<Plan, 'sql' | 'splices' | 'views'> {
  const { statement } = resolved;
  const edits: SpanEdit[] = [];
  const viewed = new Map<CatalogTable, ChosenPaths[]>();
  for (const each of chosen) {
    const { question } = each;
    if (question.inExpression) {
      viewed.set(question.table, [...(viewed.get(question.table) ?? []), each]);
      continue;
    }
    const { relation, edits: further } = choose(each);
    edits.push(question.replacedBy(streams.has(each) ? streamed(relation) : relation), ...further);
  }
  return {
    ...splice(statement.text, statement.endOffset, edits),
    views: [...viewed].map(([table, each]) => viewOf(table, each, choose)),
  };
}

/** The relation of one reference; references to the same table share the files that any of them needs. */
function viewOf(table: CatalogTable, chosen: readonly ChosenPaths[], choose: Choice): TableView {
  const [first, another] = chosen;
  if (first !== undefined && another === undefined)
    return { name: table.name, relation: choose(first).relation };
  const files = new Set<FileEntry>(chosen.flatMap(({ context }) => context.files));
  return {
    name: table.name,
    relation: baseRelation(table, [...files], (file) => first?.context.path(file) ?? file.path),
  };
}
