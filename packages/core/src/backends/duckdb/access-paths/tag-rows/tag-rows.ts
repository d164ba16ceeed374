import { elementOf, mainTimeOf, type PathInstance } from '@sdq/catalog';
import { lazily } from '@sdq/contract';
import { sqlString, sqlWord } from '@sdq/duckdb/sql';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import type { TagTest } from '../../../../shape/filter/filter.ts';
import { tagTests } from '../../../../shape/filter/tag-test.ts';
import {
  type AccessPath,
  type Candidate,
  type Constants,
  type FoundRows,
  type RouteContext,
  wholeSource,
} from '../../candidates/access-path.ts';
import { cost, nativeCost } from '../../candidates/cost.ts';
import { rowCost } from '../../candidates/estimates/cell-cost.ts';
import { intersectedFrom, rowsOfGroups } from '../../candidates/estimates/group-rows.ts';
import { bytesOfRows } from '../../candidates/estimates/structure-size.ts';
import { certainCandidate } from '../../candidates/relation/certain-rows.ts';
import { foundCandidates } from '../../candidates/relation/found-candidates.ts';
import { foundInScan } from '../../candidates/relation/found-in-scan.ts';
import { relationOfParts } from '../../candidates/relation/relation.ts';
import {
  columnsOf,
  hasColumns,
  rowsBeside,
  tableOf,
  wantedRows,
} from '../../candidates/relation/segment-rows.ts';
import { storedList } from '../../candidates/relation/stored-columns.ts';
import { columnOf } from '../../candidates/structure.ts';
import { tagOrdinals, tagStructure } from './structure.ts';

/** So many conditions on tags are looked up beside the first one, each of which takes about half a millisecond. */
const furtherMax = 3;
/** The share of the rows with one tag that has another one too, where both are asked for: they are seldom independent. */
const bothShare = 0.25;

/** The conditions on the tags of an instance: the first one in WHERE, and those that must hold too. */
interface Tagged {
  readonly instance: PathInstance;
  /** The column of the structure that contains single tags. */
  readonly element: string;
  readonly test: TagTest;
  readonly further: readonly TagTest[];
}

/**
 * Finds the rows that have a tag, which are clustered, newest first.
 *
 * For rows with one tag, or with any of a few: counted, summed, or the latest of them. Where only the condition names
 * the list of tags, the single tag replaces the list and the structure alone answers; otherwise rows are fetched, or
 * read by a semi-join: those that have all tags where several are required, as each of them may be a frequent one.
 * About 60 bytes for each tag of each row.
 */
export const tagRows: AccessPath = {
  name: 'tag-rows',
  purpose: 'Rows that carry a tag, newest first',
  structure: tagStructure,
  compact: tagOrdinals,
  route(context) {
    const tagged = taggedBy(context);
    if (tagged === undefined) return 'no condition that asks for a tag';
    const found = foundBy(context, tagged);
    const note = `by ${found.note}`;
    const covering = coveringCandidate(context, tagged, found.rows.many, note);
    return covering === undefined ? foundCandidates(context, { ...found, cost: 0 }, note) : [covering];
  },
  ordinals(context, filter) {
    const tagged = taggedBy(context, filter);
    if (tagged === undefined || !hasColumns(context, tagged.instance.structure, [])) return undefined;
    return foundBy(context, tagged);
  },
  sources(context, { places, stored }) {
    const tagged = taggedBy(context);
    if (tagged?.test.anyOf.length !== 1) return [];
    const { instance, element, test } = tagged;
    const { structure } = instance;
    const tag = sqlString(test.anyOf[0] ?? '');
    const list = columnOf(instance);
    const constants: Constants = test.isExact && places.get(list) === 1 ? { [list]: `[${tag}]` } : {};
    if (!hasColumns(context, structure, [])) return [];
    if (!hasColumns(context, structure, stored, constants)) {
      const { ordinals, rows } = foundBy(context, tagged);
      return foundInScan(context, { stored }, { ordinals, rows: rows.many, constants });
    }
    const where = () => `${sqlWord(element)} = ${tag}`;
    const falling = mainTimeOf(context.table);
    return [
      {
        ...wholeSource,
        isClustered: true,
        structure,
        where,
        ordinal: 'ordinal',
        constants,
        falling,
        cost: cost.start,
      },
    ];
  },
};

function taggedBy(context: RouteContext, filter = context.question.filter): Tagged | undefined {
  for (const instance of context.instances('tag-rows')) {
    const [test, ...further] = tagTests(filter, columnOf(instance));
    const element = elementOf(context.table, columnOf(instance));
    if (test !== undefined) return { instance, element, test, further: further.slice(0, furtherMax) };
  }
  return undefined;
}

function foundBy(context: RouteContext, tagged: Tagged): FoundRows {
  const { instance, element, test, further } = tagged;
  const ofOne = rowsOfGroups(context, instance.structure, test.anyOf.length);
  const others = ofOne.many < intersectedFrom ? [] : further;
  const share = bothShare ** others.length;
  const rows = { typical: Math.ceil(ofOne.typical * share), many: Math.ceil(ofOne.many * share) };
  const finding = nativeCost(ofOne.many, cost.nativeCell);
  return {
    ordinals: (live) => {
      const having = (each: TagTest) =>
        `SELECT ordinal FROM ${tableOf(live, instance.structure)} WHERE ${carries(element, each)}`;
      return [having(test), ...others.map((each) => `ordinal IN (${having(each)})`)].join(' AND ');
    },
    rows,
    cost: finding + others.length * (cost.start / 3 + ofOne.many * cost.countedOrdinal),
    constants: listReplaced(context, tagged),
    note: [test, ...others].map(({ anyOf }) => `${element} ${anyOf.slice(0, 3).join(', ')}`).join(' and '),
  };
}

function carries(element: string, { anyOf }: TagTest): string {
  return `${sqlWord(element)} IN (${anyOf.map(sqlString).join(', ')})`;
}

/** Where only the condition names the list of tags, a list of a single tag that passes replaces it. */
function listReplaced({ question }: RouteContext, { instance, test }: Tagged): Constants {
  const list = columnOf(instance);
  const isOnlyTested = question.columns !== 'everything' && question.columns.get(list) === 1;
  return isOnlyTested && test.isExact ? { [list]: `[${sqlString(test.anyOf[0] ?? '')}]` } : {};
}

/**
 * The structure alone, when it has all columns. Where only the condition names the list of tags, a list of the single
 * tag replaces it: the condition has the same value for that list as for the row's.
 */
function coveringCandidate(
  context: RouteContext,
  tagged: Tagged,
  rows: number,
  note: string,
): Candidate | undefined {
  const { question, table, uncovered } = context;
  const { columns } = question;
  const { instance, element, test } = tagged;
  const { structure } = instance;
  const list = columnOf(instance);
  const [tag, another] = test.anyOf;
  if (columns === 'everything' || tag === undefined || another !== undefined) return undefined;
  const isListReplaced = test.isExact && columns.get(list) === 1;
  const constants: Constants = isListReplaced ? { [list]: `[${sqlString(tag)}]` } : {};
  const needed = storedColumnsNeeded(table, columns);
  if (!hasColumns(context, structure, needed, constants)) return undefined;
  const stored = columnsOf(context, structure);
  const written = () => {
    const parts = wantedRows(context, structure, stored, { where: carries(element, test) });
    // Uncovered files must be filtered here, because their own list is replaced.
    if (uncovered.length > 0)
      parts.push(
        `SELECT ${storedList(context, stored)} FROM ${rowsBeside(context)} WHERE list_contains(${sqlWord(list)}, ${sqlString(tag)})`,
      );
    return relationOfParts(context, stored, parts, constants);
  };
  return certainCandidate({
    via: structure,
    relation: lazily(written),
    rows,
    bytes: bytesOfRows(context, structure, rows, needed.length),
    cost: nativeCost(rows, rowCost(context, needed)),
    note,
  });
}
