import { readFile } from 'node:fs/promises';
import { builtInCatalog, type CatalogTable, videos } from '@sdq/catalog';
import type { Parser, Plan } from '@sdq/core/stages';
import { type FixtureFolder, rulesOffFor } from './access-paths.ts';
import { type Fixture, type FixtureFile, readFixtures } from './fixture-file.ts';
import { fixtureIndex, fixtureStates } from './fixture-states.ts';
import { formatSql } from './format-sql.ts';
import { planQuestion } from './plan-question.ts';

type RowStep = Plan['attempts'][number]['steps'][number];

export const fixtureFiles = ['rewrites.sql', 'refusals.sql'] as const;

export function fixtureUrl({ folder }: FixtureFolder, file: string): URL {
  return new URL(`../../packages/core/src/backends/duckdb/${folder}/${file}`, import.meta.url);
}

interface PlannedFixture {
  readonly fixture: Fixture;
  readonly planned: Plan;
}

/** The questions of a file, planned. */
export async function planFixtures(
  parser: Parser,
  folder: FixtureFolder,
  { fixtures }: FixtureFile,
): Promise<PlannedFixture[]> {
  const found: PlannedFixture[] = [];
  for (const fixture of fixtures) {
    const planned = await planQuestion(parser, fixture.sql, indexFor(fixture), {
      parameters: fixture.parameters,
      rulesOff: rulesOffFor(folder),
    });
    if (typeof planned === 'string') throw new Error(`${planned} for a question:\n${fixture.asked}`);
    found.push({ fixture, planned });
  }
  return found;
}

/** A file of fixtures as it should be: its titles and questions, and under each what the planner makes of it. */
export async function writtenFixtures(
  parser: Parser,
  folder: FixtureFolder,
  name: (typeof fixtureFiles)[number],
): Promise<string> {
  const file = readFixtures(await readFile(fixtureUrl(folder, name), 'utf8'));
  const blocks = (await planFixtures(parser, folder, file)).map(({ fixture, planned }) => {
    const outcome = name === 'refusals.sql' ? refusal(planned, folder) : rewrite(planned, folder);
    if (outcome === '')
      throw new Error(`this is no question for ${folder.folder}/${name}:\n${fixture.asked}`);
    return `${fixture.asked}\n${outcome}`;
  });
  return `${[file.head, ...blocks].join('\n\n')}\n`;
}

function indexFor({ state }: Fixture) {
  return fixtureIndex(state);
}

/** Each rule of the folder that has nothing to offer, and why; empty where all have. */
function refusal(planned: Plan, folder: FixtureFolder): string {
  const refusing = outcomesOf(planned, folder).filter(
    ({ fired, note }) => !fired && !note.includes('costs more than'),
  );
  const by = (rule: string) => (folder.rules.length === 1 ? '' : ` by ${rule}`);
  const reasons = refusing.map(({ rule, note }) => `-- refused${by(rule)}: ${ownReasons(note)}`);
  return [...new Set(reasons)].join('\n');
}

/** What the folder's rules say of `videos`, or of the tables in its place; with base files, of every table under its name. */
function outcomesOf({ rules }: Plan, folder: FixtureFolder) {
  const own = rules.filter(({ rule }) => folder.rules.includes(rule));
  const isOfVideos = own.some(({ table }) => table === videos.name);
  const named = (table: string | null) =>
    table === null || table === videos.name || !folder.showsBase ? '' : `${table}: `;
  return own
    .filter(({ table }) => folder.showsBase || !isOfVideos || table === null || table === videos.name)
    .map(({ rule, table, fired, note }) => ({ rule, fired, note: `${named(table)}${note}` }));
}

/** A reason that several structures have is said once. */
function ownReasons(note: string): string {
  const byReason = new Map<string, string[]>();
  for (const part of note.split('; ')) {
    const [, structure, reason] = /^(\w+): (.*)$/.exec(part) ?? [];
    if (structure === undefined || reason === undefined) return note;
    byReason.set(reason, [...(byReason.get(reason) ?? []), structure]);
  }
  return [...byReason].map(([reason, of]) => `${of.join(', ')}: ${reason}`).join('; ');
}

/** Notes of the rules, and what runs, in the order of trying. */
function rewrite(planned: Plan, folder: FixtureFolder): string {
  const own = outcomesOf(planned, folder);
  const notes = folder.showsBase
    ? own.map(({ rule, note }) => `-- ${rule}: ${note}`)
    : own.filter(({ fired }) => fired).map(({ note }) => `-- rewritten: ${note}`);
  if (!folder.showsBase && notes.length === 0) return '';
  let last = '';
  const attempts = planned.attempts.map(({ kept = [], steps: fetches, rowsMin, ...run }) => {
    const steps = fetches.map((step) => stepOf(step, planned));
    for (const { table, sql, steps: own, rowsMax } of [...kept].reverse())
      steps.unshift(
        ...own.map((step) => stepOf(step, planned)),
        `at most ${count(rowsMax)} rows, kept as ${/^kept_rows_\d+/.exec(table)?.[0]}\n${statement(sql, planned)}`,
      );
    const runs = whatRuns(run, planned);
    const isSame = runs === last;
    last = runs;
    const guard = rowsMin === 0 ? '' : `; guard: at least ${count(rowsMin)} rows in the result`;
    return [
      ...steps.map((step, index) => `-- step ${index + 1}: ${step}`),
      ...(steps.length > 0 || guard !== ''
        ? [`-- ${steps.length > 0 ? 'then' : 'speculative'}${isSame ? ' as above' : ''}${guard}`]
        : []),
      ...(isSame ? [] : [runs]),
    ].join('\n');
  });
  const certain = whatRuns(planned, planned);
  const tried = certain.includes('segment') || folder.showsBase ? [...attempts, certain] : attempts;
  const counted = planned.counted === undefined ? [] : countOf(planned.counted, planned);
  const runs = [...counted, ...tried];
  return [...new Set(notes), ...(runs.length === 0 ? [] : [runs.join('\n-- else\n')])].join('\n');
}

/** What is counted without the plan's own SQL. */
function countOf({ keys, files, changed }: NonNullable<Plan['counted']>, planned: Plan): string[] {
  const parts = [
    ...(files.length === 0 ? [] : [`-- the number of rows of ${keysShown(keys)}`]),
    ...(changed === undefined
      ? []
      : [
          `-- and, held in memory\n${statement(changed.byKey.sql, planned)}`,
          `-- or, of too many keys\n${statement(`SELECT rows ${changed.from}`, planned)}`,
        ]),
  ];
  return parts.length === 0 ? [] : [parts.join('\n')];
}

/** The first few of many. */
function keysShown(keys: readonly (readonly string[])[]): string {
  const shown = keys.slice(0, 3).map((key) => `(${key.join(', ')})`);
  return `${shown.join(', ') || 'no key'}${keys.length > shown.length ? ` and ${keys.length - shown.length} more` : ''}`;
}

function stepOf(step: RowStep, planned: Plan): string {
  return [
    ordinals(step),
    ...(step.keys === undefined ? [] : [keysOf(step.keys)]),
    ...(step.sql === null ? [] : [statement(step.sql, planned)]),
  ].join('\n');
}

function ordinals({ rowsMin, rowsMax }: RowStep): string {
  return `${rowsMin === 0 ? '' : `at least ${count(rowsMin)} and `}at most ${count(rowsMax)} ordinals`;
}

/** The keys that are looked up, the first few of many. */
function keysOf({ files, keys, limit }: NonNullable<RowStep['keys']>): string {
  if ('sql' in keys)
    return `-- of ${nameOfFiles(files)}, for at most ${count(keys.keysMax)} keys: ${keys.sql.replace(/(kept_rows_\d+)_\w+/, '$1')}`;
  const first = limit === undefined ? '' : `the first ${count(limit)} `;
  return `-- ${first}of ${nameOfFiles(files)}: ${keysShown(keys)}`;
}

function nameOfFiles(files: NonNullable<RowStep['keys']>['files']): string {
  const stale = files.reduce((sum, file) => sum + file.stale.length, 0);
  const left = [
    ...(stale === 0 ? [] : ['stale']),
    ...(files.some(({ masked }) => masked !== undefined) ? ['masked'] : []),
  ];
  const without = left.length === 0 ? '' : `, without ${left.join(' and ')} rows`;
  return `${files.length === 1 ? 'the key file' : `${files.length} key files`}${without}`;
}

function whatRuns({ sql, views }: Pick<Plan, 'sql' | 'views'>, planned: Plan): string {
  return [
    ...views.flatMap(({ name, relation }) => [
      `-- view ${name}`,
      statement(relation.replace(/^\(([\s\S]*)\)$/, '$1'), planned),
    ]),
    ...(views.length > 0 ? ['-- for'] : []),
    statement(sql, planned),
  ].join('\n');
}

const count = (number: number) => number.toLocaleString('en');

const segments = new Map(
  fixtureStates
    .flatMap((state) => fixtureIndex(state).manifest.segments ?? [])
    .map(({ sha256, table }) => [`segment_${sha256.slice(0, 16)}`, builtInCatalog.byId(table)]),
);

function tableOfSegment(name: string): CatalogTable {
  const table = segments.get(name);
  if (table === undefined) throw new Error(`${name} is no segment of a fixture`);
  return table;
}

/** With short names for what is named by hashes or drawn at random. */
function statement(sql: string, { attachments }: Plan): string {
  const files = attachments.filter((each) => 'path' in each);
  const ofVideos = files.filter(({ name }) => tableOfSegment(name).name === videos.name);
  const text = files.reduce((all, { name }) => {
    const place = ofVideos.length > 1 ? `_${ofVideos.findIndex((each) => each.name === name) + 1}` : '';
    const table = tableOfSegment(name);
    return all.replaceAll(name, table.name === videos.name ? `segment${place}` : `${table.name}_segment`);
  }, sql);
  const short = text
    .replace(/\b((?:fetched|kept)_rows_\d+)_[0-9a-f]{32}/g, '$1')
    .replace(/changes\.main\."(delta|masked|replaced|groups|distinct)_[0-9a-f]{16}"/g, 'changes.$1')
    .replace(/'[^']*\/(month=[\d-]+)\/[0-9a-f]+\.parquet'/g, "'$1.parquet'")
    .replace(/'[^']*\/(\w+)\/[0-9a-f]+\.parquet'/g, "'$1.parquet'");
  return `${formatSql(short)};`;
}
