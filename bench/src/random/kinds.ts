import { expressionTop, extremesOfSubset, firstAndLast, groupBest } from './kinds/best.ts';
import { listElements, union } from './kinds/collections.ts';
import {
  antiJoin,
  joinedSubset,
  joinedTotals,
  nestedSubset,
  referencedRows,
  selfJoin,
  semiJoin,
  valuesJoin,
} from './kinds/joins.ts';
import {
  keyList,
  ownerRows,
  ownerTotals,
  pointRow,
  spanExport,
  tagRows,
  tagTotals,
} from './kinds/lookups.ts';
import { correlations, numberProfile, quantiles, textProfile } from './kinds/profiles.ts';
import {
  distinctValues,
  filteredCount,
  filteredGroups,
  filteredRows,
  filteredTotals,
  page,
  sample,
  tagsOfSubset,
  topRows,
  trendOfSubset,
} from './kinds/subsets.ts';
import { textByGroup, textMixed, textPatterns, textRows, textTotals } from './kinds/texts.ts';
import { activeOwners, cohorts, timeFormats, timeParts, trend } from './kinds/times.ts';
import {
  buckets,
  caseShares,
  categories,
  distinctCounts,
  groupSizes,
  stringExpressions,
  subtotals,
  topGroups,
} from './kinds/totals.ts';
import { ranks, sharesOfTotal, windowOfOwner } from './kinds/windows.ts';
import type { Kind } from './question.ts';

/** Incremented when kinds, grammar or draws change, so that reports of different questions are not compared. */
export const generatorVersion = 1;

type Write = Kind['write'];

function part(name: string, description: string, write: Write): Kind {
  return { name, description, reads: 'part', write };
}

function most(name: string, description: string, write: Write): Kind {
  return { name, description, reads: 'most', write };
}

function searching(kind: Kind): Kind {
  return { ...kind, text: true };
}

/** All kinds of random questions. Each has the same weight; half of them read most of a table. */
export const kinds: readonly Kind[] = [
  part('point-row', 'one row by its key', pointRow),
  part('key-list', 'rows by 2 to 50 keys', keyList),
  part('owner-rows', 'the first rows of an owner, a name or a parent, in an order', ownerRows),
  part('owner-totals', 'counts and sums over the rows of one or some owners', ownerTotals),
  part('values-join', 'totals for each of a list of owners', valuesJoin),
  part('tag-rows', 'the first rows with a tag, in an order', tagRows),
  part('tag-totals', 'counts and sums over the rows with one or some tags', tagTotals),
  part('tags-of-subset', 'tags counted over the rows that meet conditions', tagsOfSubset),
  part('span-export', 'all rows of a span of time', spanExport),
  part('filtered-count', 'the number of rows that meet a tree of conditions', filteredCount),
  part('filtered-totals', 'several aggregates of the rows that meet conditions', filteredTotals),
  part('filtered-rows', 'some rows that meet a tree of conditions', filteredRows),
  part('filtered-groups', 'groups of the rows that meet conditions', filteredGroups),
  part('trend-of-subset', 'a time series of the rows that meet conditions', trendOfSubset),
  part('top-rows', 'the first rows in the order of a column', topRows),
  part('page', 'a later page, by offset or by the last key', page),
  part('distinct-values', 'the values of columns in the rows that meet conditions', distinctValues),
  part(
    'extremes-of-subset',
    'the best rows of each group, of the rows that meet conditions',
    extremesOfSubset,
  ),
  part('sample', 'some rows at random, or by a hash of the key', sample),
  part('window-of-owner', 'running sums and differences over the rows of an owner', windowOfOwner),
  part('joined-subset', 'rows of two tables, of which few meet conditions', joinedSubset),
  part(
    'referenced-rows',
    'rows that belong to the few rows of another table that meet conditions',
    referencedRows,
  ),
  part('nested-subset', 'totals for the leading rows of another table', nestedSubset),
  part('semi-join', 'rows for which another table has some: IN, EXISTS', semiJoin),
  searching(part('text-rows', 'the first rows whose text has a word, in an order', textRows)),
  searching(part('text-totals', 'counts and sums of the rows whose text has a word', textTotals)),
  searching(part('text-patterns', 'beginnings, ends and regular expressions of texts', textPatterns)),
  searching(part('text-mixed', 'words of texts among other conditions, with OR and NOT', textMixed)),

  most('categories', 'groups by categories, flags and combinations, with HAVING', categories),
  most('buckets', 'groups by buckets and bands of a number', buckets),
  most('case-shares', 'counts and shares by several conditions, side by side', caseShares),
  most('subtotals', 'totals with subtotals: ROLLUP, CUBE, GROUPING SETS', subtotals),
  most('trend', 'counts and sums by day, week, month and other units', trend),
  most('time-parts', 'groups by the hour of the day, the day of the week and other parts', timeParts),
  most('time-formats', 'groups by formatted times, buckets of time, ages and local times', timeFormats),
  most('active-owners', 'distinct owners by unit of time', activeOwners),
  most('cohorts', 'owners by the unit of their first row', cohorts),
  most('first-and-last', 'the first and last rows of owners', firstAndLast),
  most('top-groups', 'the owners that lead by an aggregate, with HAVING', topGroups),
  most('group-sizes', 'a distribution of the totals of owners', groupSizes),
  most('distinct-counts', 'distinct values of everything or by group', distinctCounts),
  most('group-best', 'the best row of each group: windows, QUALIFY, DISTINCT ON, arg_max', groupBest),
  most('expression-top', 'the first rows in the order of an expression', expressionTop),
  most('number-profile', 'known, distinct, least, greatest and mean values of many numbers', numberProfile),
  most(
    'text-profile',
    'unknown and empty values, lengths and distinct values of texts and lists',
    textProfile,
  ),
  most('quantiles', 'medians and other quantiles, by group', quantiles),
  most('correlations', 'correlations, deviations and regressions', correlations),
  most('string-expressions', 'groups by parts, lengths and masks of short texts', stringExpressions),
  most('list-elements', 'elements and lengths of lists counted over most rows', listElements),
  most('union', 'rows of two tables in one answer, or in both', union),
  most('joined-totals', 'totals of a table by columns of another', joinedTotals),
  most('anti-join', 'rows for which another table has none: NOT IN, NOT EXISTS, LEFT JOIN', antiJoin),
  most('self-join', 'rows beside others of the same owner', selfJoin),
  most('shares-of-total', 'shares of everything, running totals and changes', sharesOfTotal),
  most('ranks', 'places of rows and owners in an order, counted', ranks),
  searching(most('text-by-group', 'rows with words in their text, by group', textByGroup)),
];
