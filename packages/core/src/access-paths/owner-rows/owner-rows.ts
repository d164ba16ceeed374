import type { PathInstance } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { type AccessPath, type RouteContext, wholeSource } from '../../candidates/access-path.ts';
import { cost, nativeCost } from '../../candidates/cost.ts';
import { rowsOfGroups } from '../../candidates/estimates/group-rows.ts';
import { bytesOfRows } from '../../candidates/estimates/structure-size.ts';
import { certainWay, semiJoin } from '../../candidates/relation/certain-rows.ts';
import { fetchOrdinals } from '../../candidates/relation/fetched-rows.ts';
import { relationOf } from '../../candidates/relation/relation.ts';
import { columnsOf, hasColumns, tableOf, wantedRows } from '../../candidates/relation/segment-rows.ts';
import { columnOf, storedColumn } from '../../candidates/structure.ts';
import { storedColumnsNeeded } from '../../shape/columns-used.ts';
import { type KeyValue, keyValues } from '../../shape/filter/key-values.ts';
import { ownerStructure } from './structure.ts';

/** Owners, by name or id, whose rows alone WHERE leaves. */
interface OwnerCondition {
  readonly instance: PathInstance;
  readonly values: readonly KeyValue[];
  /** What those rows pass, and no others. */
  readonly where: string;
}

/**
 * Finds the rows of an owner, which lie together, newest first.
 *
 * For what somebody asks of a few owners: their latest rows, their totals. Columns that the structure carries are
 * read from it; others are fetched from row files, or, where the owner has very many rows, read by a semi-join. About
 * 60 bytes a row for each owner column. A condition that joins owners with anything else by OR is not for it.
 */
export const ownerRows: AccessPath = {
  name: 'owner-rows',
  purpose: 'Rows of one owner, newest first',
  structure: ownerStructure,
  route(context) {
    const { question, table } = context;
    const condition = ownerCondition(context);
    if (condition === undefined) return 'no condition that names owners';
    const { instance, values, where } = condition;
    const { structure } = instance;
    if (!hasColumns(context, structure, [])) return `${structure} is not built`;
    const { typical, many } = rowsOfGroups(context, structure, values.length);
    const note = `by ${columnOf(instance)} ${values
      .slice(0, 3)
      .map(({ text }) => text)
      .join(', ')}`;
    const needed = storedColumnsNeeded(table, question.columns);
    if (question.columns === 'everything' || !hasColumns(context, structure, needed)) {
      const ordinals = (live: LiveSegment) =>
        `SELECT ordinal FROM ${tableOf(live, structure)} WHERE ${where}`;
      const narrow = semiJoin(context, ordinals, many, note);
      return [
        fetchOrdinals(context, ordinals, { rows: typical, note }),
        ...(narrow === undefined ? [] : [narrow]),
      ];
    }
    const stored = columnsOf(context, structure);
    return [
      certainWay({
        via: structure,
        relation: relationOf(context, stored, wantedRows(context, structure, stored, { where })),
        rows: many,
        bytes: bytesOfRows(context, structure, many, needed.length),
        cost: nativeCost(many, needed.length),
        note,
      }),
    ];
  },
  sources(context, { stored }) {
    const condition = ownerCondition(context);
    if (condition === undefined || !hasColumns(context, condition.instance.structure, stored)) return [];
    const { instance, where } = condition;
    const { structure } = instance;
    return [{ ...wholeSource, structure, where: () => where, ordinal: 'ordinal', cost: cost.start }];
  },
};

function ownerCondition(context: RouteContext): OwnerCondition | undefined {
  for (const instance of context.instances('owner-rows')) {
    const column = columnOf(instance);
    const values = keyValues(context.question.filter, storedColumn(context.table, column));
    if (values === undefined) continue;
    const where =
      values.length === 0
        ? 'false'
        : `${sqlWord(column)} IN (${values.map(({ literal }) => literal).join(', ')})`;
    return { instance, values, where };
  }
  return undefined;
}
