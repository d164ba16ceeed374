import type { ChangedRows, Coverage } from '@sdq/index';
import type { RouteContext } from '../candidates/access-path.ts';
import { heldPartsOf } from '../candidates/relation/changed-relation.ts';
import type { Attachment, Plan, RowStep, SpeculativePlan } from '../runnable-plan.ts';

/**
 * The tables of changed rows that the SQL of plans names, each with what fills it, in an order in which they can be filled:
 * `held` is what candidates read of that follows from changed rows.
 */
export function changesRead(
  contexts: readonly Pick<RouteContext, 'coverage' | 'source'>[],
  held: readonly ChangedRows[],
  plans: readonly (Pick<Plan, 'sql' | 'views'> & Partial<SpeculativePlan>)[],
): Attachment[] {
  const coverages = new Set(
    contexts.flatMap(({ coverage, source }) => [coverage, source?.coverage ?? coverage]),
  );
  const changes = [...coverages].flatMap(changesOf).flatMap((rows) => (rows.isHeld ? heldPartsOf(rows) : []));
  if (changes.length === 0 && held.length === 0) return [];
  const texts = plans.flatMap(textsOf);
  const following = namedInTurn(held, texts);
  return [...named(changes, [...texts, ...following.map(({ sql }) => sql)]), ...following].map(
    ({ name, sql }) => ({ name, sql }),
  );
}

/** The same, and those that the SQL of later ones among them names. */
function namedInTurn(all: readonly ChangedRows[], texts: readonly string[]): ChangedRows[] {
  const read = [...texts];
  const needed: ChangedRows[] = [];
  for (const rows of named(all, [...texts, ...all.map(({ sql }) => sql)]).reverse()) {
    if (!read.some((text) => text.includes(rows.name))) continue;
    needed.unshift(rows);
    read.push(rows.sql);
  }
  return needed;
}

/** Those whose names occur in texts, each once. */
function named<Rows extends Pick<ChangedRows, 'name'>>(
  all: readonly Rows[],
  texts: readonly string[],
): Rows[] {
  const byName = new Map(all.map((rows) => [rows.name, rows]));
  return [...byName.values()].filter(({ name }) => texts.some((text) => text.includes(name)));
}

function changesOf({ segments, delta }: Coverage): ChangedRows[] {
  const masked = segments.flatMap(({ masked }) =>
    masked === undefined ? [] : [masked.ordinals, masked.values, masked.whole],
  );
  return delta === undefined ? masked : [...masked, delta];
}

function textsOf({
  sql,
  views,
  kept = [],
  steps = [],
}: Pick<Plan, 'sql' | 'views'> & Partial<SpeculativePlan>): string[] {
  const all = [...steps, ...kept.flatMap((each) => each.steps)];
  return [
    sql,
    ...views.map(({ relation }) => relation),
    ...kept.map((each) => each.sql),
    ...all.flatMap(textsOfStep),
  ];
}

function textsOfStep({ sql, keys }: RowStep): string[] {
  const masked = keys?.files.flatMap((file) => file.masked?.sql ?? []) ?? [];
  const selected = keys !== undefined && 'sql' in keys.keys ? [keys.keys.sql] : [];
  const beside = keys?.beside?.parts.map((part) => part.sql) ?? [];
  return [sql ?? '', ...selected, ...masked, ...beside];
}
