import { type CatalogTable, elementOf } from '@sdq/catalog';
import { lazily } from '@sdq/contract';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import { keysAllowed, keyValues } from '../../../../shape/filter/key-values.ts';
import type { AccessPath, Candidate, RouteContext, SourceOfDerived } from '../../candidates/access-path.ts';
import { nativeCost } from '../../candidates/cost.ts';
import { rowCost, testCost } from '../../candidates/estimates/cell-cost.ts';
import { rowsOfGroups } from '../../candidates/estimates/group-rows.ts';
import { rowsOfStructure } from '../../candidates/estimates/structure-size.ts';
import { keyFileOfKey } from '../../candidates/key-files.ts';
import { certainCandidate } from '../../candidates/relation/certain-rows.ts';
import { fetchKeys } from '../../candidates/relation/fetched-keys.ts';
import { livingOnly, rowsBeside, tableOf } from '../../candidates/relation/segment-rows.ts';
import { storedList } from '../../candidates/relation/stored-columns.ts';
import { instancesOf } from '../../candidates/structure.ts';

/**
 * Reads a table of tags from the structure in which the table it is derived from keeps its rows by tag.
 *
 * For every query over such a table: the rows of a tag lie together, so one tag costs a thousandth of all; where keys of
 * the other table are named, its rows are fetched, and their lists are unnested again. Segments of the other table answer,
 * and its stale rows are left out; of its uncovered files, the rows are derived again. It needs no space of its own.
 */
export const derivedRows: AccessPath = {
  name: 'derived-rows',
  purpose: 'Rows of a table of tags, from the table it is derived from',
  route(context) {
    const { question, table, source } = context;
    if (source === undefined) return 'the table is not derived from another';
    const structure = structureOf(table, source);
    if (structure === undefined) return `no structure of ${source.table.name} has its columns`;
    const keyed = bySourceKey(context, source);
    const columns = table.columns.map(({ name }) => name);
    const needed = storedColumnsNeeded(table, question.columns);
    const { segments } = source.coverage;
    const written = () => {
      const list = storedList(context, columns);
      const parts = segments.map(
        (live) => `SELECT ${list} FROM ${tableOf(live, structure)} WHERE true${livingOnly(live, 'ordinal')}`,
      );
      if (source.uncovered.length > 0) parts.push(derivedAgain(context, source, list));
      return `(SELECT ${list} FROM (${parts.join(' UNION ALL ')}))`;
    };
    const rows = rowsRead(context, source, structure);
    return [
      ...(keyed === undefined ? [] : [keyed]),
      {
        ...certainCandidate({
          via: `${source.table.name}.${structure}`,
          relation: lazily(written),
          rows,
          bytes: source.coverage.statistics.structures.get(structure)?.bytes ?? 0,
          cost: nativeCost(rows, rowCost(context, needed) + testCost(context)),
          note: `its rows are those of ${structure} of ${source.table.name}`,
        }),
        segments,
      },
    ];
  },
};

/** The rows that are derived from rows of the other table whose keys are named: those are fetched, and derived again. */
function bySourceKey(context: RouteContext, source: SourceOfDerived): Candidate | undefined {
  const { question, table } = context;
  const file = keyFileOfKey(source.table);
  const names = new Set(table.columns.map(({ name }) => name));
  if (file === undefined || !file.columns.every(({ name }) => names.has(name))) return undefined;
  const keys = keysAllowed(question.filter, file.columns);
  if (keys === undefined || keys === 'too many') return undefined;
  const note = `derived from the rows of ${keys.length === 1 ? 'one key' : `${keys.length} keys`} of ${source.table.name}`;
  return derivedByKeys(context, source, { file, keys, rows: keys.length, note });
}

/** The same of keys that are given, or selected when the query runs; undefined where rows cannot be fetched by them. */
export function derivedByKeys(
  context: RouteContext,
  source: SourceOfDerived,
  found: Pick<Parameters<typeof fetchKeys>[1], 'file' | 'keys' | 'keysSelected' | 'rows' | 'note'>,
): Candidate | undefined {
  const { table } = context;
  const { unnests, sql } = table.derivedFrom ?? {};
  const names = new Set(table.columns.map(({ name }) => name));
  if (unnests === undefined) return undefined;
  const ofSource = {
    ...context,
    table: source.table,
    coverage: source.coverage,
    uncovered: source.uncovered,
    living: source.living,
  };
  const element = elementOf(source.table, unnests);
  const fetched = fetchKeys(ofSource, {
    ...found,
    columns: [unnests, ...[...names].filter((name) => name !== element)],
    otherwise: undefined,
  });
  if (fetched === undefined) return undefined;
  const written = () =>
    `(SELECT ${storedList(context, [...names])} FROM (WITH source AS (FROM ${fetched.relation()}) ${sql}))`;
  return {
    ...fetched,
    relation: lazily(written),
    segments: source.coverage.segments,
  };
}

/** Rows of the asked tags lie together; those of a month do not. */
function rowsRead(
  { question, table, rows, isPruned }: RouteContext,
  source: SourceOfDerived,
  structure: string,
): number {
  const tag = table.columns.find(
    ({ name }) => name === elementOf(source.table, table.derivedFrom?.unnests ?? ''),
  );
  const tags = tag && keyValues(question.filter, tag);
  if (tags !== undefined) return rowsOfGroups(source, structure, tags.length).many;
  return isPruned ? rowsOfStructure(source, structure) : rows;
}

/** The structure with the single tags of a list and all other columns of the derived table. */
function structureOf(table: CatalogTable, { table: from, coverage }: SourceOfDerived): string | undefined {
  const list = table.derivedFrom?.unnests;
  const instance = instancesOf(from, 'tag-rows').find(({ column }) => column === list);
  if (list === undefined || instance === undefined) return undefined;
  const has = coverage.columns.get(instance.structure) ?? [];
  const wanted = [elementOf(from, list), ...table.columns.map(({ name }) => name)];
  return wanted.every((name) => has.includes(name)) ? instance.structure : undefined;
}

/** The rows of uncovered files of the other table, as the derived table is computed. */
function derivedAgain({ table }: RouteContext, source: SourceOfDerived, list: string): string {
  return `SELECT ${list} FROM (WITH source AS (FROM ${rowsBeside(source)}) ${table.derivedFrom?.sql ?? ''})`;
}
