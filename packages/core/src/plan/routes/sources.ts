import { sqlString } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { cost } from '../cost.ts';
import type { RouteContext } from '../rule.ts';
import { hashtagConditions } from '../shape/key-values.ts';
import { authorCondition } from './author-rows.ts';
import { type Given, hasColumns, rowsOfStructure } from './structure-relation.ts';
import { tierAsked } from './tier-rows.ts';

/** Where rows are looked for by narrow columns: a structure with all columns of WHERE. */
export interface Source {
  readonly structure: string;
  /** What its rows have to pass. */
  readonly where: (live: LiveSegment) => string;
  readonly ordinal: string;
  /** Constants for columns it does not have. */
  readonly given: Given;
  /** Whether only rows above its floor are in it, so that fewer than asked for prove nothing. */
  readonly isTier: boolean;
  /** Whether all rows found pass WHERE. Else more are taken, and fewer results than asked for prove nothing. */
  readonly isExact: boolean;
  readonly cost: number;
}

/** A source that holds every row, as it is. */
export const whole = { where: () => 'true', given: {}, isTier: false, isExact: true };

/**
 * The structures that hold all rows which WHERE leaves, with the stored columns that are needed. `where` counts the
 * places in WHERE that name a column.
 */
export function wholeSources(
  context: RouteContext,
  where: ReadonlyMap<string, number>,
  needed: readonly string[],
): Source[] {
  return [
    taggedRows(context, where, needed),
    rowsOfAuthors(context, needed),
    leadingRowsOf(context, needed),
    scannedRows(context, needed),
  ].filter((source) => source !== undefined);
}

function taggedRows(
  context: RouteContext,
  where: ReadonlyMap<string, number>,
  needed: readonly string[],
): Source | undefined {
  const [tag] = hashtagConditions(context.reference, context.scope);
  if (tag?.anyOf.length !== 1) return undefined;
  const hashtag = sqlString(tag.anyOf[0] ?? '');
  const given: Given = tag.isExact && where.get('hashtags') === 1 ? { hashtags: `[${hashtag}]` } : {};
  if (!hasColumns(context, 'tags', needed, given)) return undefined;
  const tagged = () => `hashtag = ${hashtag}`;
  return { ...whole, structure: 'tags', where: tagged, ordinal: 'ordinal', given, cost: cost.start };
}

function rowsOfAuthors(context: RouteContext, needed: readonly string[]): Source | undefined {
  const author = authorCondition(context);
  if (author === undefined || !hasColumns(context, author.structure, needed)) return undefined;
  const { structure, where } = author;
  return {
    ...whole,
    structure,
    where: () => where,
    ordinal: 'ordinal',
    cost: cost.start,
  };
}

/** A tier that holds all rows which WHERE leaves. */
function leadingRowsOf(context: RouteContext, needed: readonly string[]): Source | undefined {
  const tier = tierAsked(context);
  if (tier === undefined || !hasColumns(context, tier, needed)) return undefined;
  return {
    ...whole,
    structure: tier,
    ordinal: 'ordinal',
    cost: cost.start + rowsOfStructure(context, tier) * cost.nativeCell * (needed.length + 1),
  };
}

function scannedRows(context: RouteContext, needed: readonly string[]): Source | undefined {
  if (!hasColumns(context, 'scan', needed)) return undefined;
  return {
    ...whole,
    structure: 'scan',
    ordinal: 'rowid',
    cost: cost.start + context.rows * cost.nativeCell * (needed.length + 1),
  };
}
