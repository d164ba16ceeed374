import { type CatalogColumn, type CatalogTable, mainTimeOf, storedColumns } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import fc from 'fast-check';
import { columnText, TableConditions } from './table-conditions.ts';
import type { WrittenTable } from './written-tables.ts';

/** A query, and what of its rows is told. */
export interface RoleQuery {
  readonly text: string;
  /** `order`: that too. `rows`: which they are, with repeats. `leading`: the column `lead` of each, and that they are among `among`'s. */
  readonly tells: 'order' | 'rows' | 'leading';
  /** The query without the LIMIT that cuts ties. */
  readonly among?: string;
}

export const direction = fc.constantFrom(
  'DESC',
  'ASC',
  'DESC NULLS LAST',
  'ASC NULLS FIRST',
  'DESC NULLS FIRST',
  'DESC',
);

export const limit = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }))
  .map(([count, skipped]) => `LIMIT ${count}${skipped === undefined ? '' : ` OFFSET ${skipped}`}`);

export const having = fc.constantFrom('', '', ' HAVING count(*) > 2', ' HAVING count(*) < 3');

/** What queries over one table are made of, told by roles and types. */
export class QueryParts {
  readonly written: WrittenTable;
  readonly conditions: TableConditions;
  readonly #alias: string;

  constructor(written: WrittenTable, alias = '') {
    this.written = written;
    this.conditions = new TableConditions(written, alias);
    this.#alias = alias;
  }

  get table(): CatalogTable {
    return this.written.table;
  }

  /** The table's name, and its alias. */
  get from(): string {
    return `${sqlWord(this.table.name)}${this.#alias === '' ? '' : ` AS ${this.#alias}`}`;
  }

  column(name: string): string {
    return columnText(name, this.#alias);
  }

  /** Names of the columns of some roles. */
  names(...roles: readonly CatalogColumn['role'][]): string[] {
    return this.table.columns
      .filter(({ role }) => role !== undefined && roles.includes(role))
      .map(({ name }) => name);
  }

  columns(...roles: readonly CatalogColumn['role'][]): string[] {
    return this.names(...roles).map((name) => this.column(name));
  }

  get key(): string {
    return this.table.key.map((name) => this.column(name)).join(', ');
  }

  get where(): fc.Arbitrary<string> {
    return fc
      .option(fc.oneof(this.conditions.tree, this.conditions.treeOfGroups), { freq: 4, nil: undefined })
      .map((condition) => (condition === undefined ? '' : ` WHERE ${condition}`));
  }

  /** Everything, some columns, or expressions of some. */
  get list(): fc.Arbitrary<string> {
    const all = this.table.columns.map(({ name }) => this.column(name));
    const some = fc.subarray(all, { minLength: 1, maxLength: Math.min(4, all.length) });
    const texts = [...this.columns('text'), ...this.columns('owner', 'owner-name')].slice(0, 2);
    return fc.oneof(
      fc.constant('*'),
      { weight: 4, arbitrary: some.map((list) => list.join(', ')) },
      fc.constant([...texts.map((name) => `length(${name}::VARCHAR)`), this.key].join(', ')),
    );
  }

  /** What rows are sorted by. */
  get leading(): fc.Arbitrary<string> {
    return fc.constantFrom(
      ...this.columns('measure', 'time', 'owner', 'category', 'text'),
      ...this.columns('measure', 'time'),
      ...this.columns('measure').map((name) => `coalesce(${name}, 0) % 7`),
      ...this.columns('text').map((name) => `length(${name})`),
      this.column(this.table.observedBy),
    );
  }

  /** A select list of aggregates. */
  get aggregates(): fc.Arbitrary<string> {
    const measures = this.columns('measure');
    const others = this.columns('owner', 'owner-name', 'category', 'flag', 'time', 'parent', 'text', 'tags');
    const ofMeasure = fc
      .tuple(
        fc.constantFrom('sum', 'avg', 'min', 'max', 'count', 'mean', 'sum(1 +', 'count(DISTINCT'),
        fc.constantFrom(...measures, ''),
      )
      .map(([name, column]) => `${name}${name.includes('(') ? ' ' : '('}${column})`);
    const ofOther = fc
      .tuple(
        fc.constantFrom('count', 'min', 'max', 'count(DISTINCT'),
        fc.constantFrom(...others, this.column(this.table.key[0] ?? '')),
      )
      .map(([name, column]) => `${name}${name.includes('(') ? ' ' : '('}${column})`);
    const texts = storedColumns(this.table)
      .filter(({ type }) => type === 'VARCHAR' || type.endsWith('[]'))
      .map(({ name }) => this.column(name));
    const ofLength = fc
      .tuple(fc.constantFrom('sum', 'avg', 'min', 'max'), fc.constantFrom(...texts, ''))
      .map(([name, column]) => `${name}(length(${column}))`)
      .filter((text) => !text.includes('()'));
    const call = fc.oneof(
      fc.constantFrom('count(*)', 'count(1)', 'count()'),
      ...(texts.length === 0 ? [] : [ofLength]),
      ...this.columns('flag').map((flag) =>
        fc.constantFrom(
          `count_if(${flag})`,
          `sum(CASE WHEN ${flag} THEN 1 ELSE 0 END)`,
          `avg(CASE WHEN ${flag} THEN 1.0 ELSE 0.0 END)`,
        ),
      ),
      ...(measures.length === 0 ? [] : [ofMeasure.filter((text) => !/[( ]\)$/.test(text))]),
      ofOther,
    );
    const filtered = fc
      .tuple(call, fc.option(this.conditions.treeOfGroups, { freq: 5, nil: undefined }))
      .map(([text, filter]) => (filter === undefined ? text : `${text} FILTER (WHERE ${filter})`));
    const item = fc.tuple(filtered, fc.constantFrom('', '', ' AS a')).map(([text, alias]) => text + alias);
    return fc
      .array(item, { minLength: 1, maxLength: 3 })
      .map((items) => items.map((text, at) => text.replace(/ AS a$/, ` AS a${at}`)).join(', '));
  }

  /** Select list and GROUP BY. */
  get groups(): fc.Arbitrary<readonly [list: string, by: string]> {
    const time = mainTimeOf(this.table);
    const columns = this.columns('owner', 'owner-name', 'category', 'flag', 'parent', 'tags');
    const some = fc.subarray(columns, {
      minLength: Math.min(1, columns.length),
      maxLength: Math.min(3, columns.length),
    });
    const times = time === undefined ? [] : timeGroups(this.column(time));
    const listed = (items: readonly string[]) => items.map((item) => `${item}, `).join('');
    return fc.oneof(
      fc.constant(['', ''] as const),
      some.map((names) => [listed(names), names.length === 0 ? '' : ' GROUP BY ALL'] as const),
      some.map(
        (names) =>
          [listed(names), names.length === 0 ? '' : ` GROUP BY ROLLUP (${names.join(', ')})`] as const,
      ),
      ...(times.length === 0
        ? []
        : [
            fc.constantFrom(...times).map((group) => [`${group}, `, ' GROUP BY 1'] as const),
            fc
              .tuple(fc.constantFrom(...times), some)
              .map(([group, names]) => [listed([group, ...names]), ' GROUP BY ALL'] as const),
          ]),
    );
  }
}

function timeGroups(time: string): string[] {
  return [
    `date_trunc('month', ${time}) AS month`,
    `date_trunc('week', ${time}) AS week`,
    `${time}::DATE AS d`,
    `year(${time}) AS year`,
    `extract(quarter FROM ${time}) AS quarter`,
    `strftime(${time}, '%Y-%m') AS month`,
    `hour(${time}::TIMESTAMPTZ) AS hour`,
    `monthname(${time})`,
  ];
}
