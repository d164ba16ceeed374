import type { Row } from '@sdq/catalog/define';
import type { SqlParameter } from '@sdq/contract';
import type { ItemQuery } from './source.ts';

/** A query whose rows are the records of an answer, in their order. */
export interface AnswerSql {
  /** One SELECT, which the SQL endpoint of the platform runs. */
  readonly query: string;
  readonly parameters: Readonly<Record<string, SqlParameter>>;
  /** Makes the record of a row. */
  toItem(row: Row): unknown;
}

/** The one read of the index that is an answer: a list, or a single record. */
export interface IndexRead {
  readonly isList: boolean;
  /** Number of records. */
  readonly items: number;
  /** Its query, with LIMIT; undefined where it is not one query. */
  readonly sql: AnswerSql | undefined;
}

/** The query of a list from its beginning or a cursor: `count` records, after `skip` that were delivered before. */
export function sqlOfList(
  queries: readonly ItemQuery[],
  { count, skip }: { count: number; skip: number },
): AnswerSql | undefined {
  const [first] = queries;
  if (first === undefined || count === 0) return undefined;
  const { sql, parameters, offset = 0 } = first;
  const query = `${oneLine(sql)}${limitClause(count, offset + skip)}`;
  return { query, parameters, toItem: (row) => first.toItem(row) };
}

/** ` LIMIT … [OFFSET …]`. */
export function limitClause(count: number, skipped: number): string {
  return ` LIMIT ${count}${skipped > 0 ? ` OFFSET ${skipped}` : ''}`;
}

/** The query of a single record: the last one that was tried. */
export function sqlOfOne(queries: readonly ItemQuery[]): AnswerSql | undefined {
  const last = queries.at(-1);
  if (last === undefined) return undefined;
  const { sql, parameters } = last;
  const text = oneLine(sql);
  const query = /\bLIMIT \d+$/i.test(text) ? text : `${text} LIMIT 1`;
  return { query, parameters, toItem: (row) => last.toItem(row) };
}

/**
 * The query that an answer equals: that of its list, where its records are those of one list; that of its single record,
 * where it read nothing else. Null otherwise.
 */
export function sqlOfAnswer(reads: readonly IndexRead[], records: number): AnswerSql | null {
  const lists = reads.filter(({ isList }) => isList);
  const [list] = lists;
  if (list !== undefined) return lists.length === 1 && list.items === records ? (list.sql ?? null) : null;
  const [one] = reads;
  return reads.length === 1 && records === 1 ? (one?.sql ?? null) : null;
}

function oneLine(sql: string): string {
  return sql.trim().replace(/\s*\n\s*/g, ' ');
}
