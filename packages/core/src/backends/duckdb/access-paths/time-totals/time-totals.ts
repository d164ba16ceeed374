import { mainTimeOf, type PathInstance } from '@sdq/catalog';
import { sqlString, sqlWord } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import {
  type AccessPath,
  type Candidate,
  faultOfMerge,
  type Merge,
  type RouteContext,
} from '../../candidates/access-path.ts';
import { rowsOfStructure } from '../../candidates/estimates/structure-size.ts';
import { haveKnownOffsets, knownYearsIn } from '../../candidates/known-years.ts';
import { hasColumns, livingOnly, rowsBeside, tableOf } from '../../candidates/relation/segment-rows.ts';
import { columnOf, scanOf, storedColumn } from '../../candidates/structure.ts';
import { changesSince } from '../../candidates/totals/changed-groups.ts';
import { singleList } from '../../candidates/totals/group-lists.ts';
import { type Groups, groupsOf, united } from '../../candidates/totals/group-relation.ts';
import { measuresOf } from '../../candidates/totals/measures.ts';
import { retainedTotals } from '../../candidates/totals/retained-totals.ts';
import { faultOfExtremes, totalsCandidate } from '../../candidates/totals/totals-candidate.ts';
import { fitTotals, type Totals, type TotalsFit } from '../../candidates/totals/totals-fit.ts';
import { heldWhole } from '../../candidates/totals/whole-groups.ts';
import { hasMixedMonths, staleMonths } from './stale-months.ts';
import { beginOf, compactTotals, periodOf, timeStructure } from './structure.ts';

/** A month has one file: when that is replaced, its groups are masked with it. */
const sumOfMonths: Merge = {
  output: 'sum',
  stale: 'masked by month',
  masked: 'signed rows',
  uncovered: 'groups of one',
};

/**
 * Answers aggregates by day, month or longer, and by categories and flags, from precomputed counts and sums: `count(*)`
 * becomes a sum of counts, and so on. Uncovered rows are groups of one.
 *
 * Expressions outside aggregates must be the same for all rows of a group. A comparison with a moment within a day
 * reads that day row by row. Its size depends on days and categories, not on rows.
 */
export const timeTotals: AccessPath = {
  name: 'time-totals',
  purpose: 'Counts and sums by time and categories',
  structure: timeStructure,
  compact: compactTotals,
  route(context) {
    const { question, coverage } = context;
    if (question.isInName) return 'the text around it is the name of a result column';
    const rows = question.aggregated;
    if (typeof rows === 'string') return rows;
    const { calls } = rows;
    if (typeof calls === 'string') return calls;
    const instances = context.instances('time-totals');
    if (instances.length === 0) return 'the table has no totals by time';
    const reasons: string[] = [];
    const found: Candidate[] = [];
    for (const instance of instances) {
      const { structure } = instance;
      const totals = totalsOf(context, instance);
      const fit = !hasColumns(context, structure, [])
        ? 'it is not built'
        : coverage.segments.some(hasMixedMonths)
          ? 'a month is partly stale'
          : (faultOfMerge(sumOfMonths, context) ??
            faultOfStale(context, instance) ??
            fitTotals(totals, rows, calls));
      const fault = typeof fit === 'string' ? fit : faultOfExtremes(context, totals, fit.measures);
      if (typeof fit === 'string' || fault !== undefined) reasons.push(`${structure}: ${fault}`);
      else found.push(candidateOf(context, instance, totals, fit));
    }
    // The least groups: those that WHERE excludes are not read.
    const [cheapest] = found.sort((a, b) => a.cost - b.cost);
    return cheapest === undefined ? reasons.join('; ') : [cheapest];
  },
};

function totalsOf(context: RouteContext, instance: PathInstance): Totals {
  const column = columnOf(instance);
  const period = periodOf(instance);
  // A DATE is its day: all rows of a group share it, as they share a category.
  const isWhole = period === 'day' && storedColumn(context.table, column).type === 'DATE';
  return retainedTotals(context, {
    structure: instance.structure,
    grain: {
      columns: [column, ...(instance.carries ?? [])],
      time: isWhole
        ? undefined
        : { column, period, hasKnownOffsets: haveKnownOffsets(context.coverage, column) },
    },
    ...measuresOf(context.table),
  });
}

/** Only groups of the time by which files are parted belong to one month's file each. */
function faultOfStale({ coverage, table }: RouteContext, instance: PathInstance): string | undefined {
  if (columnOf(instance) === mainTimeOf(table)) return undefined;
  return coverage.segments.some((live) => live.stale.length > 0) ? 'rows are stale' : undefined;
}

function candidateOf(
  context: RouteContext,
  instance: PathInstance,
  totals: Totals,
  fit: TotalsFit,
): Candidate {
  const { coverage, uncovered, table } = context;
  const { grain } = totals;
  const { edits, measures } = fit;
  const [column = ''] = grain.columns;
  const time = sqlWord(column);
  const { nullable } = storedColumn(table, column);
  // Groups of rows without a time belong to no day, and so are never excluded.
  const keeping = (test: string) => (nullable ? ` AND (${time} IS NULL OR ${test})` : ` AND ${test}`);
  const isChanged = coverage.rowsMasked > 0 || uncovered.length > 0;
  // only changed rows are grouped by it
  const trunc = isChanged ? truncOf(context, column) : 'date_trunc';
  const begin = `${beginOf(periodOf(instance), table, column, trunc)} AS ${time}`;
  const ofRow = grain.columns.map((name) => (name === column ? begin : sqlWord(name)));
  const days = [...fit.splitDays].map((day) => `TIMESTAMPTZ '${day} 00:00:00+00'`);
  const ofDay = days.map((day) => `${time} >= ${day} AND ${time} < ${day} + INTERVAL 1 DAY`);
  const tests = ofDay.map((test) => `NOT (${test})`);
  const single = singleList(totals, grain.columns.map(sqlWord), measures);
  const singlesBeside = uncovered.length === 0 ? [] : [`SELECT ${single} FROM ${rowsBeside(context)}`];
  // Added rows are in the groups that are held, if there is one segment to which few were added.
  const changes = changesSince(context);
  const groupsWhere = (tests: readonly string[], folded: typeof changes): Groups => {
    const groups = coverage.segments.map((live) => {
      const where = [...freshMonths(live, time), ...tests].map(keeping).join('');
      return groupsOf(totals, live, measures, { ofRow, where }, folded);
    });
    const parts = groups.flatMap((each) => each.parts);
    return {
      parts: folded === undefined ? [...parts, ...singlesBeside] : parts,
      held: groups.flatMap(({ held }) => held),
    };
  };
  const rows = rowsOfStructure(context, totals.structure);
  // Other queries split other days, or none.
  const all = isChanged ? heldWhole(context, groupsWhere([], changes), rows) : undefined;
  const whole = all?.isWhole === true ? all : undefined;
  const ofDays = ofDay.flatMap((where) => {
    const ofSegments = coverage.segments.map(
      (live) =>
        `SELECT ${single} FROM ${tableOf(live, scanOf(table).structure)} WHERE ${where}${livingOnly(live, 'rowid', context)}`,
    );
    return whole === undefined
      ? ofSegments
      : [...ofSegments, ...singlesBeside.map((rows) => `${rows} WHERE ${where}`)];
  });
  const groups =
    whole === undefined
      ? groupsWhere(tests, undefined)
      : {
          parts: whole.parts.map((part) => `${part} WHERE true${tests.map(keeping).join('')}`),
          held: whole.held,
        };
  const furtherNote =
    days.length === 0 ? '' : `, ${days.length === 1 ? 'one day' : `${days.length} days`} row by row`;
  const relation = () => united({ parts: [...groups.parts, ...ofDays] });
  const found = { relation, held: groups.held, edits, measures, merge: sumOfMonths };
  return totalsCandidate(context, totals, found, { furtherNote, isHeld: whole !== undefined });
}

/** The name of the function that gives the beginning of a period of changed rows: without ICU calendars where the years are known. */
function truncOf({ table, coverage }: RouteContext, column: string): 'date_trunc' | 'sdq_date_trunc' {
  const isTimestamptz = storedColumn(table, column).type === 'TIMESTAMP WITH TIME ZONE';
  return isTimestamptz && knownYearsIn(coverage, column) !== undefined ? 'sdq_date_trunc' : 'date_trunc';
}

/** The condition that excludes groups of stale months. */
function freshMonths(live: LiveSegment, time: string): string[] {
  return staleMonths(live)
    .map((month) => `TIMESTAMPTZ ${sqlString(`${month ?? ''}-01 00:00:00+00`)}`)
    .map((begin) => `NOT (${time} >= ${begin} AND ${time} < ${begin} + INTERVAL 1 MONTH)`);
}
