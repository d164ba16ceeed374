import { mainTimeOf, type PathInstance } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import { type KeyValue, keyValues } from '../../../../shape/filter/key-values.ts';
import {
  type AccessPath,
  type Candidate,
  type Constants,
  type GroupRows,
  isSpeculative,
  type OrdinalsOf,
  type RouteContext,
  wholeSource,
} from '../../candidates/access-path.ts';
import { cost, nativeCost } from '../../candidates/cost.ts';
import { rowsOfGroups } from '../../candidates/estimates/group-rows.ts';
import { keyFileBy, keyFileIn } from '../../candidates/key-files.ts';
import { clusteredRows } from '../../candidates/relation/clustered-rows.ts';
import { fetchKeys } from '../../candidates/relation/fetched-keys.ts';
import { fetchedRowsMax } from '../../candidates/relation/fetched-rows.ts';
import { foundInScan } from '../../candidates/relation/found-in-scan.ts';
import { hasColumns, tableOf } from '../../candidates/relation/segment-rows.ts';
import { rowsOfKeys } from '../../candidates/relation/tested-rows.ts';
import { columnOf, storedColumn } from '../../candidates/structure.ts';
import { ownerOrdinals, ownerStructure } from './structure.ts';

/** The owners, by name or id, to which WHERE restricts the rows. */
interface OwnerCondition {
  readonly instance: PathInstance;
  readonly values: readonly KeyValue[];
  /** The exact condition on those rows. */
  readonly where: string;
  /** Estimated rows of these owners. */
  readonly rows: GroupRows;
}

/**
 * Finds the rows of an owner, which are clustered, newest first.
 *
 * For queries about a few owners: their latest rows, their totals. Columns that the structure contains are read from
 * it; others are fetched from row files, or, where the owner has very many rows, read by a semi-join. About 60 bytes
 * per row for each owner column. It does not support a condition that combines owners with anything else by OR.
 */
export const ownerRows: AccessPath = {
  name: 'owner-rows',
  purpose: 'Rows of one owner, newest first',
  structure: ownerStructure,
  compact: ownerOrdinals,
  route(context) {
    const condition = ownerCondition(context);
    if (condition === undefined) return 'no condition that names owners';
    const { instance, where, rows } = condition;
    const { structure } = instance;
    const note = noteOf(condition);
    const keyed = keyedRows(context, condition, note);
    if (!hasColumns(context, structure, []))
      return keyed === undefined ? `${structure} is not built` : [keyed];
    const constants = ownerOf(context, condition);
    const clustered = clusteredRows(context, { structure, where, constants, rows, note });
    return keyed === undefined ? clustered : [keyed, ...clustered.filter((each) => !isSpeculative(each))];
  },
  lookUps(context) {
    const condition = ownerCondition(context);
    if (condition === undefined) return [];
    const keyed = keyedRows(context, condition, noteOf(condition));
    return keyed === undefined ? [] : [keyed];
  },
  ordinals(context, filter) {
    const condition = ownerCondition(context, filter);
    if (condition === undefined || !hasColumns(context, condition.instance.structure, [])) return undefined;
    const { rows } = condition;
    return {
      ordinals: ordinalsOf(condition),
      rows,
      cost: nativeCost(rows.many, cost.nativeCell),
      note: ownersNamed(condition),
    };
  },
  sources(context, { stored }) {
    const condition = ownerCondition(context);
    if (condition === undefined || !hasColumns(context, condition.instance.structure, [])) return [];
    const { instance, values, where, rows } = condition;
    const { structure } = instance;
    if (!hasColumns(context, structure, stored)) {
      const ordinals = ordinalsOf(condition);
      return foundInScan(
        context,
        { stored },
        { ordinals, rows: rows.many, constants: ownerOf(context, condition) },
      );
    }
    const falling = values.length === 1 ? mainTimeOf(context.table) : undefined;
    return [
      {
        ...wholeSource,
        isClustered: true,
        structure,
        where: () => where,
        ordinal: 'ordinal',
        falling,
        cost: cost.start,
      },
    ];
  },
};

function noteOf(condition: OwnerCondition): string {
  return `by ${ownersNamed(condition)}`;
}

/** The column, and the first owners. */
function ownersNamed({ instance, values }: OwnerCondition): string {
  const named = values.slice(0, 3).map(({ text }) => text);
  return `${columnOf(instance)} ${named.join(', ')}`;
}

function ordinalsOf({ instance, where }: OwnerCondition): OrdinalsOf {
  return (live) => `SELECT ordinal FROM ${tableOf(live, instance.structure)} WHERE ${where}`;
}

/** The only owner, in place of its column. */
function ownerOf({ table }: RouteContext, { instance, values: [value, another] }: OwnerCondition): Constants {
  if (value === undefined || another !== undefined) return {};
  const column = columnOf(instance);
  return { [column]: `${value.literal}::${storedColumn(table, column).type}` };
}

/** All rows of the owners, found in a key file. */
function keyedRows(
  context: RouteContext,
  { instance, values, rows }: OwnerCondition,
  note: string,
): Candidate | undefined {
  const file = keyFileBy(context.table, columnOf(instance));
  if (file === undefined || values.length === 0) return undefined;
  return fetchKeys(context, {
    ...{ file, rows: rows.typical, note: `${note}, found in the key file ${file.name}` },
    keys: values.map(({ text }) => [text]),
    rowsMost: fetchedRowsMax,
    fetched: rowsOfKeys(context, file.columns),
    otherwise: undefined,
  });
}

/** Estimated rows of a number of owners, by the structure, or by the key file where there is only that. */
function rowsOfOwners(context: RouteContext, instance: PathInstance, owners: number): GroupRows {
  const { segments } = context.coverage;
  const file = hasColumns(context, instance.structure, [])
    ? undefined
    : keyFileBy(context.table, columnOf(instance));
  const entries = file === undefined ? [] : segments.flatMap((live) => keyFileIn(live, file) ?? []);
  if (entries.length === 0) return rowsOfGroups(context, instance.structure, owners);
  const each = entries.map(({ keys, ordinals }) => ordinals / Math.max(1, keys));
  const rows = Math.max(...each) * owners;
  return { typical: rows, many: rows };
}

/** The condition with the fewest rows, among the columns that have a structure. */
function ownerCondition(context: RouteContext, filter = context.question.filter): OwnerCondition | undefined {
  const found = context.instances('owner-rows').flatMap((instance): OwnerCondition[] => {
    const column = columnOf(instance);
    const values = keyValues(filter, storedColumn(context.table, column));
    if (values === undefined) return [];
    const literals = values.map(({ literal }) => literal).join(', ');
    const where = values.length === 0 ? 'false' : `${sqlWord(column)} IN (${literals})`;
    const rows = rowsOfOwners(context, instance, values.length);
    return [{ instance, values, where, rows }];
  });
  const isBuilt = ({ instance }: OwnerCondition) => hasColumns(context, instance.structure, []);
  return found.sort((a, b) => Number(isBuilt(b)) - Number(isBuilt(a)) || a.rows.many - b.rows.many)[0];
}
