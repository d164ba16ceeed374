import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import type { RequiredRun, TextTest } from '../../../../shape/filter/filter.ts';
import { textTests } from '../../../../shape/filter/text-test.ts';
import type { GroupRows, OrdinalsOf, RouteContext } from '../../candidates/access-path.ts';
import { cost } from '../../candidates/cost.ts';
import { rowsOfGroups } from '../../candidates/estimates/group-rows.ts';
import { rowsOfStructure } from '../../candidates/estimates/structure-size.ts';
import { hasColumns, tableOf } from '../../candidates/relation/segment-rows.ts';
import { columnOf } from '../../candidates/structure.ts';

/** Rows that contain what a condition searches for in a text, and perhaps others. */
export interface WordSearch {
  readonly test: TextTest;
  readonly runs: readonly RequiredRun[];
  readonly ordinals: OrdinalsOf;
  /** As many as one word is in. */
  readonly rows: GroupRows;
  /** Cost of searching the words, in microseconds. */
  readonly cost: number;
}

/** Undefined where no condition searches a text for at least three consecutive letters or digits. */
export function wordSearch(context: RouteContext, filter = context.question.filter): WordSearch | undefined {
  for (const { structure, of: dictionary, ...instance } of context.instances('text-rows')) {
    if (dictionary === undefined) continue;
    const tests = textTests(filter, columnOf({ ...instance, structure }));
    const test = tests.find(({ isExact }) => isExact) ?? tests[0];
    if (test === undefined || !hasColumns(context, structure, [])) continue;
    const runs = test.isExact ? test.runs : tests.flatMap((each) => each.runs);
    return {
      test,
      runs,
      rows: rowsOfGroups(context, structure),
      ordinals: (live) => withRuns(live, structure, dictionary, runs),
      cost: runs.length * rowsOfStructure(context, dictionary) * cost.searchedWord,
    };
  }
  return undefined;
}

function withRuns(
  live: LiveSegment,
  postings: string,
  dictionary: string,
  runs: readonly RequiredRun[],
): string {
  const [first, ...others] = runs.map(
    (run) =>
      `SELECT ordinal FROM ${tableOf(live, postings)} WHERE word_id IN (SELECT ${sqlName('word_id')} FROM ${tableOf(live, dictionary)} WHERE ${wordTest(run)})`,
  );
  return others.reduce((sql, other) => `${sql} AND ordinal IN (${other})`, first ?? '');
}

function wordTest({ run, beginsWord, endsWord }: RequiredRun): string {
  const text = sqlString(run);
  if (beginsWord && endsWord) return `word = ${text}`;
  if (beginsWord) return `starts_with(word, ${text})`;
  return endsWord ? `ends_with(word, ${text})` : `contains(word, ${text})`;
}
