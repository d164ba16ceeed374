import type { DuckDBConnection } from '@duckdb/node-api';
import type { KeptStep, RowStep, RunnablePlan, SpeculativePlan } from '../runnable-plan.ts';
import { splitByFile } from './base-rows.ts';
import type { Pause } from './breather.ts';
import { findOrdinals, type SearchedFiles } from './find-ordinals.ts';
import { prepare } from './prepare.ts';
import type { RowFiles } from './row-files.ts';

/** Puts the rows that were fetched in the place of their placeholders. */
type Fill = (sql: string) => string;

/** What speculative plans of one query do before they run. Rows that one of them kept are there for the next. */
export class PlanSteps {
  readonly #connection: DuckDBConnection;
  readonly #plan: RunnablePlan;
  readonly #files: SearchedFiles & { readonly rows: RowFiles };
  readonly #onLeave: (leave: () => void) => void;
  readonly #pause: Pause;
  /** Tables of kept rows, and whether they have all of them. */
  readonly #kept = new Map<string, boolean>();

  /** `onLeave` is called with what releases rows that were fetched. */
  constructor(
    connection: DuckDBConnection,
    plan: RunnablePlan,
    files: SearchedFiles & { readonly rows: RowFiles },
    onLeave: (leave: () => void) => void,
    pause: Pause,
  ) {
    this.#connection = connection;
    this.#plan = plan;
    this.#files = files;
    this.#onLeave = onLeave;
    this.#pause = pause;
  }

  /** Undefined where a guard fails. */
  async run({ kept = [], steps }: SpeculativePlan): Promise<Fill | undefined> {
    for (const step of kept) {
      const isWhole = this.#kept.get(step.table) ?? (await this.#keep(step));
      this.#kept.set(step.table, isWhole);
      if (!isWhole) return undefined;
    }
    return await this.#fetch(steps);
  }

  /** The table is dropped with its connection. */
  async #keep({ table, sql, steps, rowsMax }: KeptStep): Promise<boolean> {
    const fill = await this.#fetch(steps);
    if (fill === undefined) return false;
    const create = `CREATE TEMP TABLE ${table} AS ${fill(sql)}`;
    const prepared = await prepare(this.#connection, create, this.#plan);
    const [[count] = []] = (await prepared.runAndReadAll()).getRows();
    return Number(count) <= rowsMax;
  }

  async #fetch(steps: readonly RowStep[]): Promise<Fill | undefined> {
    const fetched: [placeholder: string, relation: string][] = [];
    for (const step of steps) {
      const found = await findOrdinals(this.#connection, this.#plan, step, this.#files);
      if (found === undefined || found.length < step.rowsMin || found.length > step.rowsMax) return undefined;
      fetched.push([step.placeholder, await this.#relation(step, found)]);
    }
    return (sql) =>
      fetched.reduce((text, [placeholder, relation]) => text.replaceAll(placeholder, relation), sql);
  }

  /** The rows of these ordinals: those that are read directly are held until the query is left, the others are read with it. */
  async #relation(step: RowStep, found: readonly number[]): Promise<string> {
    const { direct, ofBase } = splitByFile(step, found);
    if (ofBase.length > 0 && direct.length === 0) return alone(ofBase.join(' UNION ALL '));
    const rows = await this.#files.rows.fetch(step, direct, this.#pause);
    this.#onLeave(() => rows[Symbol.dispose]());
    return ofBase.length === 0
      ? rows.relation
      : alone([`FROM ${rows.relation}`, ...ofBase].join(' UNION ALL BY NAME '));
  }
}

/** Conditions around it are tested on its rows: DuckDB would test them first, on all rows of the row groups. */
function alone(sql: string): string {
  return `(WITH fetched AS MATERIALIZED (${sql}) FROM fetched)`;
}
