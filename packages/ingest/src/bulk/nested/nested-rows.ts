import type { Catalog } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { ColumnPlan, RecordPlan, TablePlan } from '../../records/compile-map.ts';
import { pathsOf, type RecordKeys } from '../../records/record-map.ts';
import { rawColumnTypes } from '../../text-columns/raw-type.ts';
import type { JsonObject } from '../../values/json-object.ts';
import { allOf } from '../bulk-rows.ts';
import { sourceTypeOf } from '../column-type.ts';
import type { BesideRows, RowsSql } from '../rows-sql.ts';
import { timeSql } from '../time-sql.ts';
import { hashtagsSql } from './hashtags-sql.ts';
import { namesSql } from './name-lists.ts';
import { type NestedOptions, nestedColumnSql, type ValueSql } from './nested-column.ts';
import { NestedTypes } from './nested-types.ts';

const [videosId, authorsId, musicId, hashtagsId] = ['videos', 'authors', 'music', 'hashtags'].map(
  (name) => `shortvideo.${name}`,
) as [string, string, string, string];

/** The columns of videos that are of their author and their sound. */
const ofVideos: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  [authorsId]: [
    ['author', 'author'],
    ['author_id', 'author_id'],
    ['author_sec_uid', 'sec_uid'],
    ['author_nickname', 'nickname'],
    ['author_follower_count', 'follower_count'],
    ['author_verified', 'is_verified'],
  ],
  [musicId]: [
    ['music_id', 'music_id'],
    ['music_title', 'title'],
    ['music_author', 'author'],
  ],
};

interface Given extends Omit<NestedOptions, 'types'> {
  readonly catalog: Catalog;
  readonly formatName: string;
  /** Records of the file. */
  readonly sample: readonly JsonObject[];
}

/** Rows of nested records of videos as SQL over their paths, and the paths. */
export interface NestedRows {
  readonly rows: RowsSql;
  readonly types: NestedTypes;
  readonly keys: RecordKeys;
}

/** Undefined if the records of this kind have to be mapped one by one. */
export function nestedRows({ map, tables }: RecordPlan, given: Given): NestedRows | undefined {
  const [main, ...beside] = tables;
  if (main?.id !== videosId || map.keys === undefined || map.refusal !== undefined) return undefined;
  if (beside.some(({ id, at, when }) => when !== undefined || (at === '') !== id in ofVideos))
    return undefined;
  if (beside.some(({ id }) => !(id in ofVideos) && id !== hashtagsId)) return undefined;
  if (new Set(beside.map(({ id }) => id)).size < beside.length) return undefined;
  const types = new NestedTypes(given.sample);
  const build = () => {
    const building = new Building({ ...given, types });
    return building.rows(main, beside, pathsOf(map.observedAt ?? []), given.formatName);
  };
  const rows = build();
  types.isUnsure = true;
  const unsure = build();
  if (rows === undefined || unsure === undefined) return undefined;
  return { rows: { ...rows, isPlainUnsure: unsure.isPlain }, types, keys: map.keys };
}

class Building {
  readonly #options: NestedOptions;
  readonly #columns = new Map<string, string>();
  readonly #conditions: string[] = [];
  #isKnown = true;

  constructor(options: NestedOptions) {
    this.#options = options;
  }

  rows(
    main: TablePlan,
    beside: readonly TablePlan[],
    observedAt: readonly string[],
    formatName: string,
  ): RowsSql | undefined {
    const { table } = main;
    const names: string[] = [];
    for (const plan of main.columns) {
      if (this.#isOfNames(plan)) continue;
      this.#add(plan.name, this.#column(main, plan, main.needed.includes(plan.name)));
      names.push(plan.name);
    }
    for (const name of ['hashtags', 'mentions'] as const) {
      const plan = main.columns.find((column) => column.name === name);
      const inColumns = plan?.inColumns;
      const lists = typeof inColumns === 'object' && inColumns.as === 'names' ? inColumns.lists : [];
      if (plan !== undefined && lists.length === 0) this.#isKnown = false;
      const text = this.#columns.get('description') ?? 'NULL::VARCHAR';
      const caption = main.columns.find((column) => column.name === 'description')?.sources ?? [];
      const isChecked = caption.every(({ path }) => this.#options.types.checkAt(path) === 'caption');
      this.#add(name, namesSql(name, lists, { text, isChecked }, this.#options.types));
      names.push(name);
    }
    const rowsBeside = beside.flatMap(
      (plan) => (plan.id === hashtagsId ? this.#hashtags(plan) : this.#beside(plan, names)) ?? [],
    );
    const observed = this.#observed(observedAt);
    if (!this.#isKnown || rowsBeside.length < beside.length) return undefined;
    const columns = names.map((name) => ({ name, value: this.#columns.get(name) ?? 'NULL' }));
    const list = [...this.#columns].map(([name, value]) => `${value} AS ${sqlName(name)}`);
    list.push(`${observed} AS _observed_at`, '0 AS _locals', 'false AS _is_unzoned');
    list.push(...this.#options.types.fields.filter((path) => path.includes('[]')).map(sqlName));
    const hasTime = this.#columns.has(besideName(authorsId, 'created_at'));
    return {
      table,
      columns,
      isPlain: allOf(this.#conditions),
      isPlainUnsure: undefined,
      source: sqlString(formatName),
      mayBeOffByHours: false,
      columnsByRow: [],
      times: [
        'create_time',
        ...(hasTime
          ? [
              `CASE WHEN ${sqlName(besideName(authorsId, 'author_id'))} IS NOT NULL THEN ${sqlName(besideName(authorsId, 'created_at'))} END`,
            ]
          : []),
      ],
      beside: rowsBeside,
      select: (relation) => `SELECT ${list.join(', ')} FROM ${relation}`,
    };
  }

  #isOfNames({ inColumns }: ColumnPlan): boolean {
    return typeof inColumns === 'object' && inColumns.as === 'names';
  }

  #column({ table }: TablePlan, plan: ColumnPlan, isNeeded: boolean): ValueSql | undefined {
    return nestedColumnSql(table, plan, this.#options, isNeeded);
  }

  #add(name: string, sql: ValueSql | undefined): void {
    if (sql === undefined) this.#isKnown = false;
    else {
      this.#columns.set(name, sql.value);
      if (sql.isPlain !== 'true') this.#conditions.push(sql.isPlain);
    }
  }

  /** The author or the sound of a video. */
  #beside(plan: TablePlan, names: string[]): BesideRows {
    const { id, table } = plan;
    for (const column of plan.columns)
      this.#add(besideName(id, column.name), this.#column(plan, column, false));
    for (const [name, of] of ofVideos[id] ?? []) {
      const value = this.#columns.get(besideName(id, of));
      if (value === undefined || names.includes(name)) continue;
      this.#columns.set(name, value);
      names.push(name);
    }
    const key = sqlName(besideName(id, table.key[0] as string));
    return {
      table: id,
      columns: Object.fromEntries(plan.columns.map(({ name }) => [name, sqlName(besideName(id, name))])),
      from: (selected) => `(SELECT * FROM (${selected}) WHERE ${key} IS NOT NULL)`,
    };
  }

  #hashtags(plan: TablePlan): BesideRows | undefined {
    const found = hashtagsSql(plan, this.#options);
    if (found === undefined) return undefined;
    this.#conditions.push(...found.conditions);
    return found.rows;
  }

  #observed(paths: readonly string[]): string {
    const whens: string[] = [];
    const { types, latestPlausible } = this.#options;
    for (const path of paths) {
      const kind = types.add(path, { kind: 'time', type: timeType });
      const cell = sqlName(path);
      const type = sourceTypeOf(rawColumnTypes[kind]);
      const time = timeSql({ cell, type, zone: undefined, latestPlausible });
      if (time === undefined) {
        this.#isKnown = false;
        continue;
      }
      whens.push(`WHEN ${cell} IS NOT NULL THEN ${time.value}`);
      this.#conditions.push(`(${cell} IS NULL OR coalesce(${time.isPlain}, false))`);
    }
    return whens.length === 0 ? 'NULL::BIGINT' : `(CASE ${whens.join(' ')} END)`;
  }
}

const timeType = 'TIMESTAMP WITH TIME ZONE';

/** The name of a column of an author or a sound among those of videos. */
function besideName(table: string, column: string): string {
  return `${table}.${column}`;
}
