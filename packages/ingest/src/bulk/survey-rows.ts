import type { DuckDBConnection } from '@duckdb/node-api';
import { tableId } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import type { Row } from '../containers/record-chunk.ts';
import type { FlatTable, Source } from '../flat/plan-table.ts';
import { Survey, type SurveyedColumn, seeUnused } from '../flat/survey.ts';
import type { BulkFile } from './bulk-file.ts';
import { type SourceType, sourceTypeOf } from './column-type.ts';
import { isAll, isNullText } from './texts.ts';
import { localText, timeSql, utcText } from './time-sql.ts';

/** Values that are looked at one by one, of a column; a file with more is surveyed row by row. */
const oddMax = 10_000;

/** 2016-08-01, the earliest time in IDs of short videos, in seconds. */
const idSecondsMin = 1_470_009_600;
const quarter = 900_000_000;

interface Surveying {
  readonly connection: DuckDBConnection;
  readonly file: BulkFile;
  readonly plan: FlatTable;
  readonly survey: Survey;
  readonly latest: bigint;
}

/** Surveys a file by SQL, as {@link Survey} does row by row; undefined if many values have to be looked at one by one. */
export async function surveyRows(
  connection: DuckDBConnection,
  file: BulkFile,
  plan: FlatTable,
  { sample, latest }: { readonly sample: readonly Row[]; readonly latest: bigint },
): Promise<Survey | undefined> {
  if (file.others.rows === undefined) return undefined;
  const survey = new Survey(plan, latest);
  const surveying = { connection, file, plan, survey, latest };
  survey.rows = file.rows - file.others.count;
  await surveyNumbers(surveying, sample);
  for (const column of survey.columns) {
    const type = typeOf(file, column.source);
    if (column.kind === 'time' && (type === 'local' || type === 'text'))
      await surveyLocalTimes(surveying, column, type);
    const isOdd = type === 'text' || type === 'other';
    if (isOdd && !(await surveyOddValues(surveying, column, type))) return undefined;
  }
  for (const row of file.others.rows) survey.see(row);
  return survey;
}

function typeOf({ types }: BulkFile, { field }: Source): SourceType {
  return sourceTypeOf(types.get(field) ?? '');
}

/** Durations and unused columns: counted in one pass. */
async function surveyNumbers({ connection, file, survey }: Surveying, sample: readonly Row[]): Promise<void> {
  const durations = survey.columns.filter(({ kind }) => kind === 'duration');
  const unused = [...survey.unusedTallies];
  const counts = [
    ...durations.flatMap(({ source }) => {
      const number = durationSql(sqlName(source.field), typeOf(file, source));
      return [`count_if(${number} > 0 AND ${number} < 1000)`, `count_if(${number} >= 1000)`];
    }),
    ...unused.flatMap(([field]) => unusedSql(sqlName(field), file.types.get(field) ?? '')),
  ];
  if (counts.length > 0) {
    const list = counts.map((count, i) => `${count} AS c${i}`).join(', ');
    const [found] = await allRows<Record<string, string>>(
      connection,
      `SELECT ${list} FROM ${file.relation(0, file.rows)}`,
    );
    let at = 0;
    const next = () => Number(found?.[`c${at++}`] ?? 0);
    for (const column of durations) survey.addDurations(column, next(), next());
    for (const [, tally] of unused) {
      tally.values += next();
      tally.numbers += next();
    }
  }
  for (const [field, tally] of unused) {
    const { examples } = tally;
    for (const row of sample) {
      if (examples.length >= 3) break;
      seeUnused({ values: 0, numbers: 0, examples }, row[field]);
    }
  }
}

function durationSql(cell: string, type: SourceType): string {
  if (type === 'text')
    return `CASE WHEN ${isAll(cell, '[0-9]+([.][0-9]+)?')} THEN try_cast(${cell} AS DOUBLE) END`;
  return type === 'whole' || type === 'double' ? cell : 'NULL';
}

/** The number of known values, and of those that are numbers. */
function unusedSql(cell: string, type: string): [string, string] {
  if (type === 'VARCHAR') {
    const trimmed = `trim(${cell}, chr(9) || chr(10) || chr(13) || ' ')`;
    const isKnown = `${cell} IS NOT NULL AND NOT ${isNullText(trimmed)}`;
    const isNumber = isAll(`left(${trimmed}, 40)`, String.raw`[0-9.,]+\s?\p{L}{0,4}[.]?`);
    return [
      `count_if(${isKnown})`,
      `count_if(${isKnown} AND ${isNumber} AND ${isAll(trimmed, '.*[0-9].*')})`,
    ];
  }
  const kind = sourceTypeOf(type);
  if (kind === 'double') {
    const isKnown = `${cell} IS NOT NULL AND NOT isnan(${cell})`;
    return [`count_if(${isKnown})`, `count_if(${isKnown} AND ${cell} >= 0)`];
  }
  const isNumber = kind === 'whole' || type.startsWith('DECIMAL') || type === 'HUGEINT' || type === 'FLOAT';
  return [`count(${cell})`, isNumber ? `count_if(${cell} >= 0)` : '0'];
}

/** Times without a zone, and how they differ from the times in the IDs. */
async function surveyLocalTimes(
  { connection, file, plan, survey, latest }: Surveying,
  column: SurveyedColumn,
  type: 'local' | 'text',
): Promise<void> {
  const cell = sqlName(column.source.field);
  const local = timeSql({ cell, type, zone: undefined, latestPlausible: latest })?.value;
  const isLocal = type === 'text' ? isAll(cell, localText) : 'true';
  const created = column.isCreation ? createdSql(plan, file, latest) : 'NULL';
  const grouped = await allRows<{ quarters: string | null; is_compared: boolean; count: string }>(
    connection,
    `SELECT CASE WHEN abs(quarters) <= 56 AND abs(off - quarters * ${quarter}) <= 60000000 THEN quarters END AS quarters,
       off IS NOT NULL AS is_compared, count(*) AS count
     FROM (SELECT off, (off + sign(off) * ${quarter / 2})::BIGINT // ${quarter} AS quarters
       FROM (SELECT ${local} - ${created} AS off FROM ${file.relation(0, file.rows)} WHERE ${isLocal} AND ${local} IS NOT NULL))
     GROUP BY ALL`,
  );
  if (grouped.length === 0) return;
  const offsets = new Map<number, number>();
  let [withoutZone, compared] = [0, 0];
  for (const { quarters, is_compared: isCompared, count } of grouped) {
    withoutZone += Number(count);
    if (isCompared) compared += Number(count);
    if (quarters !== null) offsets.set(Number(quarters), Number(count));
  }
  survey.addLocalTimes(column, { withoutZone, compared, offsets });
}

/** The creation time in the ID of a row, in microseconds since 1970; NULL if it has none. */
function createdSql(plan: FlatTable, file: BulkFile, latest: bigint): string {
  if (tableId(plan.table) !== 'shortvideo.videos') return 'NULL::BIGINT';
  const sources = plan.columns.find(({ name }) => name === plan.table.key[0])?.sources ?? [];
  const ids = sources.map((source) => {
    const cell = sqlName(source.field);
    const isText = typeOf(file, source) === 'text';
    return isText ? `CASE WHEN NOT ${isNullText(cell)} THEN ${cell} END` : `${cell}::VARCHAR`;
  });
  const id = `regexp_extract(coalesce(${[...ids, "''"].join(', ')}), '[0-9]{15,20}')`;
  const seconds = `(try_cast(${id} AS UBIGINT) >> 32)`;
  return `(CASE WHEN ${seconds} BETWEEN ${idSecondsMin} AND ${latest / 1_000_000n} THEN ${seconds}::BIGINT * 1000000 END)`;
}

/** Looks at the values of a column that SQL did not tell. False if there are too many. */
async function surveyOddValues(
  { connection, file, plan, survey }: Surveying,
  column: SurveyedColumn,
  type: 'text' | 'other',
): Promise<boolean> {
  if (column.kind === 'duration' && type === 'text') return true;
  const cell = sqlName(column.source.field);
  const usual = column.kind === 'count' ? '[0-9]+' : `[0-9.]+|${localText}|${utcText}|(?s:.)*Z`;
  const isOddText = `${cell} IS NOT NULL AND NOT ${isNullText(cell)} AND NOT ${isAll(cell, usual)}`;
  const isOdd = type === 'text' ? isOddText : `${cell} IS NOT NULL`;
  const id = plan.columns.find(({ name }) => name === plan.table.key[0])?.sources ?? [];
  const fields = [...new Set([column.source.field, ...id.map(({ field }) => field)])].map(sqlName);
  const which = column.kind === 'count' ? `DISTINCT ${cell}` : fields.join(', ');
  const rows = await allRows<Row>(
    connection,
    `SELECT ${which} FROM ${file.relation(0, file.rows)} WHERE ${isOdd} LIMIT ${oddMax + 1}`,
  );
  if (rows.length > oddMax) return false;
  for (const row of rows) {
    const value = row[column.source.field];
    survey.seeValue(column, value, () => row);
  }
  return true;
}
