import { type CatalogTable, isWholeNumber, tableId } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';
import { type ChangedRows, coverageOf, replacedRows, type Snapshot } from '@sdq/index';
import type { Route, RuleOutcome } from '../../../../backend/execution-backend.ts';
import { conjuncts, type Filter } from '../../../../shape/filter/filter.ts';
import { isExactlyKeys, keysAllowed } from '../../../../shape/filter/key-values.ts';
import { tagTests } from '../../../../shape/filter/tag-test.ts';
import type { TableQuestion } from '../../../../shape/table-question.ts';
import { type DescribedKeyFile, keyFileIn, keyFilesOf } from '../../candidates/key-files.ts';
import { changedRelation } from '../../candidates/relation/changed-relation.ts';
import { changesByKey, hasAnyKey, isAnyKey, tagsOf } from '../../candidates/relation/keys-beside.ts';
import { areHeldBeside } from '../../candidates/relation/segment-rows.ts';
import { heldResult } from '../../candidates/totals/changed-groups.ts';
import type { CountedChanges, CountedRows, Plan } from '../../runnable-plan.ts';

export const countedRowsRule = 'counted-rows';

/** Maximum number of keys whose rows are counted; each is looked up in every segment, and in conditions on changed rows. */
const keysMax = 50;

/**
 * Of more changed rows than these, the numbers by key are made as a table, which a statement reads where the keys are too many to be
 * held: to look at each row takes longer.
 */
const changesReadMax = 5_000;

/** How rows are counted, and what that holds of changed rows. */
export interface PlannedCount {
  readonly counted: CountedRows;
  readonly held: readonly ChangedRows[];
}

/**
 * The number of rows that have some keys, from the head of their entries in key files; changed rows, which processes hold in
 * memory, are added and subtracted by a short statement. Without WHERE, the number in the manifest. One line with the reason where
 * neither is possible; undefined for a statement that does not ask for the number of rows alone.
 */
export function countedRows(
  question: TableQuestion | undefined,
  snapshot: Snapshot,
): PlannedCount | string | undefined {
  const name = question?.plainCount;
  if (question === undefined || name === undefined) return undefined;
  const { table } = question;
  if (table.rows !== undefined || table.local !== undefined || table.derivedFrom !== undefined)
    return 'the table is not stored in the index';
  if (!question.hasWhere)
    return { counted: { name, known: snapshot.rows(table), files: [], keys: [] }, held: [] };
  const coverage = coverageOf(snapshot, table);
  const { segments, delta } = coverage;
  const asked = keysAsked(question);
  if (asked === undefined) return 'WHERE asks for more than keys';
  const { file, keys } = asked;
  if (keys.length > keysMax) return `WHERE names more than ${keysMax} keys`;
  const files = segments.flatMap((live) => keyFileIn(live, file) ?? []);
  if (segments.length === 0 || files.length < segments.length) return 'a segment has no key file';
  if (segments.some(({ stale }) => stale.length > 0)) return 'rows of a segment are stale';
  const uncovered = [...coverage.uncovered];
  const read = [file.of ?? '', ...file.columns.map(({ name: column }) => column)];
  const masked = segments.flatMap((live) =>
    live.masked === undefined ? [] : [replacedRows(live.masked, read)],
  );
  if (!areHeldBeside({ uncovered, coverage }) || masked.some(({ isHeld }) => !isHeld))
    return 'rows have changed that are not held in memory';
  const added = delta === undefined || uncovered.length === 0 ? [] : [delta];
  const counted = { name, known: 0, files: files.map((entry) => snapshot.path(entry)), keys };
  const { changed, held } = changedBy(table, asked, { added, replaced: masked });
  return { counted: { ...counted, ...(changed !== undefined && { changed }) }, held };
}

/** By how much rows that were added and replaced change the number. */
function changedBy(
  table: CatalogTable,
  { file, keys }: KeysAsked,
  { added, replaced }: { readonly added: readonly ChangedRows[]; readonly replaced: readonly ChangedRows[] },
): { readonly changed?: CountedChanges; readonly held: readonly ChangedRows[] } {
  const changes = [...added, ...replaced];
  if (changes.length === 0 || keys.length === 0) return { held: [] };
  const rows = changes.reduce((sum, each) => sum + each.rows, 0);
  const relations = { added: added.map(changedRelation), replaced: replaced.map(changedRelation) };
  const held = heldResult('numbers', changesByKey(table, file, relations), rows);
  const texts = file.columns.map(({ name }) => `${sqlName(name)}::VARCHAR`).join(', ');
  const isTable = rows > changesReadMax;
  const byKey = {
    name: held.name,
    sql: `SELECT ${texts}, rows FROM ${isTable ? changedRelation(held) : `(${held.sql})`}`,
  };
  if (isTable) {
    return {
      changed: {
        byKey,
        from: `FROM (SELECT coalesce(sum(rows), 0) AS rows FROM ${changedRelation(held)} WHERE ${isAnyKey(file, keys)})`,
      },
      held: [held],
    };
  }
  const where = hasAnyKey(table, file, keys);
  const parts = [
    ...added.map((each) => `SELECT count(*) AS rows FROM ${changedRelation(each)} WHERE ${where}`),
    ...replaced.map((each) => `SELECT -count(*) AS rows FROM ${changedRelation(each)} WHERE ${where}`),
  ];
  return {
    changed: { byKey, from: `FROM (SELECT sum(rows) AS rows FROM (${parts.join(' UNION ALL ')}))` },
    held: [],
  };
}

/** A statement that does not ask for a number of rows has no outcome. */
export function countedRowsOutcome(
  question: TableQuestion | undefined,
  planned: PlannedCount | string | undefined,
): RuleOutcome[] {
  if (question === undefined || planned === undefined) return [];
  const { name: table } = question.table;
  const fired = typeof planned !== 'string';
  return [{ rule: countedRowsRule, table, fired, note: fired ? noteOf(planned.counted) : planned }];
}

/** Where the number comes from. */
export function countedRoute({ table }: TableQuestion, snapshot: Snapshot, { files }: CountedRows): Route {
  return {
    table: tableId(table),
    via: files.length === 0 ? 'manifest' : 'key files',
    filesTotal: snapshot.files(table).length,
    filesRead: 0,
    rowsEstimated: 1,
    bytesEstimated: 0,
  };
}

/** The SQL that it may run, as a plan's. */
export function countedTexts({ changed }: CountedRows): Pick<Plan, 'sql' | 'views'>[] {
  return changed === undefined ? [] : [changed.byKey.sql, changed.from].map((sql) => ({ sql, views: [] }));
}

function noteOf({ files, keys, changed }: CountedRows): string {
  if (files.length === 0) return 'the number of rows in the manifest is the result: no SQL runs';
  const counted = `the number of rows of ${keys.length === 1 ? 'the key' : `${keys.length} keys`} in key files is the result`;
  return changed === undefined ? `${counted}: no SQL runs` : `${counted}, changed rows added and subtracted`;
}

interface KeysAsked {
  readonly file: DescribedKeyFile;
  readonly keys: readonly (readonly string[])[];
}

/** The keys for whose rows WHERE asks, and for no other rows, with a key file that has them. */
function keysAsked({ table, filter }: TableQuestion): KeysAsked | undefined {
  for (const file of keyFilesOf(table)) {
    const isOfTags = tagsOf(table, file) !== undefined;
    const keys = isOfTags ? tagAsked(filter, file.of ?? '') : keysOf(filter, file);
    if (keys !== undefined) return { file, keys };
  }
  return undefined;
}

function keysOf(filter: Filter, { columns }: DescribedKeyFile): KeysAsked['keys'] | undefined {
  if (!columns.every(({ type }) => type === 'VARCHAR' || isWholeNumber(type))) return undefined;
  if (!isExactlyKeys(filter, columns)) return undefined;
  const keys = keysAllowed(filter, columns);
  return keys === 'too many' ? undefined : keys;
}

/** One tag: a row that has two of several tags would be counted twice. */
function tagAsked(filter: Filter, list: string): KeysAsked['keys'] | undefined {
  const [test, another] = tagTests(filter, list);
  if (test === undefined || another !== undefined || conjuncts(filter).length > 1) return undefined;
  const [tag, more] = test.anyOf;
  return test.isExact && tag !== undefined && more === undefined ? [[tag]] : undefined;
}
