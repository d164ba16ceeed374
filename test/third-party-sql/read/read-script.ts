import { sqlName } from '@sdq/duckdb/sql';
import { tokenize } from '../../../packages/core/src/syntax/tokens.ts';
import type { PlainDatabase } from '../databases/plain-database.ts';
import type { Statement } from '../statement.ts';
import { putCtes } from './put-ctes.ts';
import { firstWords, type SplitStatement } from './split-statements.ts';

/** Rows and characters of a table that is written into a statement. */
const cteRowsMax = 1_000;
const cteCharactersMax = 60_000;

const selects = new Set([
  'SELECT',
  'WITH',
  'FROM',
  'VALUES',
  'TABLE',
  'PIVOT',
  'UNPIVOT',
  'SUMMARIZE',
  'DESCRIBE',
]);
/** What prepares tables. Anything else, such as COPY or SET, is left out: it would change how plain DuckDB answers. */
const preparing = new Set(['CREATE', 'INSERT', 'UPDATE', 'DELETE', 'ALTER', 'DROP', 'TRUNCATE', 'MERGE']);
/** Objects that no CTE can stand for. */
const otherObjects = new Set(['MACRO', 'FUNCTION', 'TYPE', 'SEQUENCE', 'SCHEMA']);
const objectModifiers = new Set(['OR', 'REPLACE', 'TEMP', 'TEMPORARY', 'PERSISTENT', 'IF', 'NOT', 'EXISTS']);

/**
 * The SELECTs of a script. Its tables and views are made in plain DuckDB and written as CTEs in front of each SELECT
 * that reads them.
 */
export async function* readScript(
  file: string,
  statements: readonly SplitStatement[],
  plain: PlainDatabase,
): AsyncGenerator<Statement> {
  const views = new Map<string, string>();
  const others = new Set<string>();
  let hasPrepared = false;
  for (const { sql, line } of statements) {
    const source = `${file}:${line}`;
    const [verb = ''] = firstWords(sql, 1);
    if (preparing.has(verb)) {
      const made = createdObject(sql);
      if (made !== undefined && otherObjects.has(made.kind)) others.add(made.name);
      hasPrepared = true;
      const failure = await plain.prepare(sql).catch((error: Error) => error.message);
      if (failure === null && made?.kind === 'VIEW' && made.query !== undefined)
        views.set(made.name, made.query);
      if (failure !== null)
        yield { sql, source, skipped: `a preparing statement fails: ${failure.split('\n')[0]}` };
      continue;
    }
    if (!selects.has(verb)) {
      yield { sql, source, skipped: `${verb === '' ? 'a symbol' : verb} is no SELECT` };
      continue;
    }
    yield hasPrepared ? await withItsTables({ sql, source }, { plain, views, others }) : { sql, source };
  }
  if (hasPrepared) await plain.forget();
}

interface Script {
  readonly plain: PlainDatabase;
  readonly views: ReadonlyMap<string, string>;
  readonly others: ReadonlySet<string>;
}

async function withItsTables(statement: Statement, script: Script): Promise<Statement> {
  const { sql } = statement;
  const words = wordsOf(sql);
  if ([...words].some((word) => script.others.has(word)))
    return { ...statement, skipped: 'it uses a macro, type, sequence or schema of its file' };
  try {
    const needed = viewsIn(words, script.views);
    const named = new Set([
      ...words,
      ...[...needed].flatMap((view) => [...wordsOf(script.views.get(view) ?? '')]),
    ]);
    const ctes: string[] = [];
    for (const table of await script.plain.preparedTables()) {
      if (named.has(table.toLowerCase())) ctes.push(await cteOf(table, script));
    }
    for (const [view, query] of script.views) {
      if (needed.has(view)) ctes.push(`${sqlName(view)} AS (${query})`);
    }
    // These two cannot begin with WITH, but can be read from.
    const isReadFrom = ctes.length > 0 && /^(SUMMARIZE|DESCRIBE)$/.test(firstWords(sql, 1)[0] ?? '');
    return { ...statement, sql: putCtes(isReadFrom ? `FROM (${sql})` : sql, ctes) };
  } catch (error) {
    return { ...statement, skipped: (error as Error).message.split('\n')[0] ?? 'it cannot be read' };
  }
}

/** Views that are named by these words, or by the queries of such views. */
function viewsIn(words: ReadonlySet<string>, views: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>();
  const add = (named: ReadonlySet<string>) => {
    for (const [view, query] of views) {
      if (found.has(view) || !named.has(view)) continue;
      found.add(view);
      add(wordsOf(query));
    }
  };
  add(words);
  return found;
}

async function cteOf(table: string, { plain }: Script): Promise<string> {
  const cte = await plain.cteOf({ table, rowsMax: cteRowsMax, charactersMax: cteCharactersMax });
  if (cte === null) throw new Error('a table of its file is too large for a CTE');
  return cte;
}

interface CreatedObject {
  readonly kind: string;
  readonly name: string;
  /** The query of a view without a list of columns. */
  readonly query?: string;
}

/** What a CREATE statement creates; undefined for any other statement. */
function createdObject(sql: string): CreatedObject | undefined {
  const { tokens } = tokenize(sql);
  const texts = tokens.map(({ start, end }) => sql.slice(start, end));
  if (texts[0]?.toUpperCase() !== 'CREATE') return undefined;
  const isModifier = (text: string) => objectModifiers.has(text.toUpperCase());
  const at = texts.findIndex((text, i) => i > 0 && !isModifier(text));
  const named = texts.findIndex((text, i) => i > at && !isModifier(text));
  const written = texts[named];
  if (written === undefined) return undefined;
  const name = unquoted(written);
  const isQuery = texts[named + 1]?.toUpperCase() === 'AS' && tokens[named + 2] !== undefined;
  const query = isQuery ? sql.slice(tokens[named + 2]?.start) : undefined;
  return { kind: texts[at]?.toUpperCase() ?? '', name, ...(query === undefined ? {} : { query }) };
}

/** Names in a text, in lower case. */
function wordsOf(sql: string): Set<string> {
  const names = tokenize(sql).tokens.filter(({ kind }) => kind === 'word' || kind === 'quotedName');
  return new Set(names.map(({ start, end }) => unquoted(sql.slice(start, end))));
}

function unquoted(name: string): string {
  return name
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .toLowerCase();
}
