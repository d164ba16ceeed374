import { sqlWord } from '@sdq/duckdb/sql';
import type { Draw } from '../draw/draw.ts';
import type { ColumnFacts, TableFacts } from '../facts/data-facts.ts';
import type { Context } from '../question.ts';
import { joined, type Sql, sql } from '../sql/sql.ts';

/** A table within a query, under an alias or by its name alone, and its columns by role and type. */
export class Scope {
  readonly table: TableFacts;
  readonly draw: Draw;
  readonly alias: string;

  constructor(draw: Draw, table: TableFacts, alias = '') {
    this.draw = draw;
    this.table = table;
    this.alias = alias;
  }

  /** The table, and its alias. */
  get from(): Sql {
    return this.alias === ''
      ? sql`${sqlWord(this.table.name)}`
      : sql`${sqlWord(this.table.name)} ${this.alias}`;
  }

  column({ name }: Pick<ColumnFacts, 'name'>): Sql {
    return this.alias === '' ? sql`${sqlWord(name)}` : sql`${this.alias}.${sqlWord(name)}`;
  }

  named(name: string): ColumnFacts | undefined {
    return this.table.columns.find((column) => column.name === name);
  }

  /** The key, as a list of columns. */
  get key(): Sql {
    return joined(
      this.table.key.map((name) => this.column({ name })),
      ', ',
    );
  }

  get keyColumn(): ColumnFacts | undefined {
    return this.table.columns.find(({ isKey, kind }) => isKey && kind === 'text');
  }

  where(fits: (column: ColumnFacts) => boolean): ColumnFacts[] {
    return this.table.columns.filter((column) => column.nullShare < 1 && fits(column));
  }

  get numbers(): ColumnFacts[] {
    return this.where(({ kind, distinct }) => kind === 'number' && distinct > 1);
  }

  get times(): ColumnFacts[] {
    return this.where(({ kind, distinct }) => kind === 'time' && distinct > 1);
  }

  get flags(): ColumnFacts[] {
    return this.where(({ kind }) => kind === 'flag');
  }

  get lists(): ColumnFacts[] {
    return this.where(({ kind, values }) => kind === 'list' && values.length > 0);
  }

  /** Texts of few values: what people group by. */
  get categories(): ColumnFacts[] {
    return this.where(
      ({ kind, isLong, isKey, distinct, values }) =>
        kind === 'text' && !isLong && !isKey && distinct < 500 && values.length > 0,
    );
  }

  /** Texts of many values that are counted: owners, their names, parents, parts of keys. */
  get owners(): ColumnFacts[] {
    return this.where(
      ({ kind, isLong, isKey, distinct, values }) =>
        kind === 'text' && !isLong && !isKey && distinct >= 50 && values.length > 0,
    );
  }

  /** Short texts, which string functions are applied to. */
  get words(): ColumnFacts[] {
    return this.where(
      ({ kind, isLong, isKey, values }) => kind === 'text' && !isLong && !isKey && values.length > 0,
    );
  }

  /** Long texts. */
  get texts(): ColumnFacts[] {
    return this.where(({ kind, isLong, words }) => kind === 'text' && isLong && words.length > 0);
  }

  /** The time that orders rows, mostly, or another one. */
  time(): ColumnFacts {
    const main = this.times.find(({ name }) => name === this.table.mainTime);
    return main !== undefined && this.draw.chance(0.85) ? main : this.draw.pick(this.times);
  }

  /** The columns of an answer: the key, and some others that people look at. */
  listed(min = 1, max = 6): ColumnFacts[] {
    const keys = this.where(({ name }) => this.table.key.includes(name));
    const others = this.where(({ name, kind }) => kind !== 'other' && !this.table.key.includes(name));
    return [...keys, ...this.draw.some(others, min, max)];
  }
}

/** A table that has what a kind needs, more often one with many columns and rows. */
export function drawScope({ draw, facts }: Context, fits: (scope: Scope) => boolean, alias = ''): Scope {
  const scopes = facts.tables.map((table) => new Scope(draw, table, alias)).filter(fits);
  if (scopes.length === 0) draw.pick([]);
  return draw.weighted(scopes, ({ table }) => table.columns.length * Math.sqrt(table.rows));
}

/** A select list of columns, under their own names. */
export function columnList(scope: Scope, columns: readonly ColumnFacts[]): Sql {
  return joined(
    columns.map((column) =>
      scope.alias === '' ? scope.column(column) : sql`${scope.column(column)} AS ${sqlWord(column.name)}`,
    ),
    ', ',
  );
}
