import { type CatalogTable, elementOf, type PathInstance, pathsOf, storedColumns } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import { keyFileOfKey } from '../../../../../src/backends/duckdb/candidates/key-files.ts';

/** A question that one thing kept of a table is there to answer. */
export interface PathQuestion {
  readonly instance: PathInstance;
  readonly sql: string;
}

/** The greatest value of a column, as an SQL literal. */
export type GreatestOf = (column: string) => string;

/** One for each of a table's instances, told from its path and the column's role; and one for its key. */
export function pathQuestions(table: CatalogTable, greatestOf: GreatestOf): PathQuestion[] {
  const questions = pathsOf(table).flatMap((instance) => {
    const sql = questionOf(table, instance, greatestOf);
    return sql === undefined ? [] : [{ instance, sql }];
  });
  const key = keyFileOfKey(table);
  if (key === undefined) return questions;
  const conditions = key.columns.map(({ name }) => `${sqlWord(name)} = ${greatestOf(name)}`);
  const sql = `SELECT * FROM ${sqlWord(table.name)} WHERE ${conditions.join(' AND ')}`;
  return [...questions, { instance: { path: 'key-rows', structure: key.name }, sql }];
}

function questionOf(table: CatalogTable, instance: PathInstance, greatestOf: GreatestOf): string | undefined {
  const name = sqlWord(table.name);
  const { path, column = '', of } = instance;
  const all = storedColumns(table).map((each) => sqlWord(each.name));
  const by = sqlWord(column);
  const { role, type } = storedColumns(table).find((each) => each.name === column) ?? {};
  const tag = sqlWord(elementOf(table, column));
  const [rows, group] = role === 'tags' ? [`(SELECT unnest(${by}) AS ${tag} FROM ${name})`, tag] : [name, by];
  switch (path) {
    case 'native-scan':
      return `SELECT ${all.slice(0, 3).join(', ')} FROM ${name} WHERE ${all[0]} IS NOT NULL`;
    case 'owner-rows':
      return `SELECT * FROM ${name} WHERE ${by} = ${greatestOf(column)}`;
    case 'tag-rows':
      return `SELECT * FROM ${name} WHERE list_contains(${by}, 'tag1')`;
    case 'text-rows':
      // The words are read through what they are the words of.
      return of === undefined ? undefined : `SELECT * FROM ${name} WHERE ${by} ILIKE '%dance%'`;
    case 'top-rows':
      return `SELECT count(*) AS n FROM ${name} WHERE ${by} >= ${greatestOf(column)}`;
    case 'time-rows':
      return `SELECT * FROM ${name} WHERE ${by} >= ${type === 'DATE' ? 'DATE' : 'TIMESTAMPTZ'} '2026-01-15' AND ${by} < '2026-01-17'`;
    case 'time-totals':
      if (instance.period === 'month' && instance.carries !== undefined)
        return `SELECT ${sqlWord(instance.carries?.at(-1) ?? '')} AS k, count(*) AS n FROM ${name} GROUP BY k`;
      return timeQuestion(instance, name, by);
    case 'group-totals':
      return `SELECT ${group}, count(*) AS n FROM ${rows} GROUP BY ${group}`;
    case 'table-totals':
      return `SELECT count(*) AS n FROM ${name}`;
    case 'top-groups':
      return `SELECT ${group}, count(*) AS n FROM ${rows} GROUP BY ${group} ORDER BY n DESC, ${group} LIMIT 3`;
    default:
      throw new Error(`nobody knows what ${path} is asked`);
  }
}

/** A question that only totals of this period and these categories answer at least cost. */
function timeQuestion({ period, of, carries = [] }: PathInstance, name: string, by: string): string {
  if (period === 'hour') return `SELECT hour(${by}) AS hour, count(*) AS n FROM ${name} GROUP BY hour`;
  const time = of === undefined ? `${by}::DATE` : `date_trunc('month', ${by})`;
  return `SELECT ${[time, ...carries.map(sqlWord)].join(', ')}, count(*) AS n FROM ${name} GROUP BY ALL`;
}
