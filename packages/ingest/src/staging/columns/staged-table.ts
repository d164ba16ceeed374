import { type CatalogTable, storedColumns, tableId } from '@sdq/catalog';
import { plainParquet } from '@sdq/encode/parquet';
import type { Values } from '../../observation.ts';
import { StagedColumn, stagedKind } from './staged-column.ts';

/** A column of staged files: whether the row is of the record itself. */
export const mainColumn = '_main';

/** A column of staged files: the time of the observation in microseconds since 1970; NULL if the record has none. */
export const observedAtColumn = '_observed_at';

/** The stored columns of staged rows: those of the table except the row's own observation time. */
export function stagedColumnsOf(table: CatalogTable) {
  return storedColumns(table).filter(({ name }) => name !== table.observedBy);
}

/** Authors, sounds and hashtags are repeated with each of their videos: identical rows are staged once per batch. */
const repeatedTables: ReadonlySet<string> = new Set([
  'shortvideo.authors',
  'shortvideo.music',
  'shortvideo.hashtags',
]);

/** The staged rows of one table of a batch. */
export class StagedTable {
  readonly id: string;
  readonly #columns: ReadonlyMap<string, StagedColumn>;
  readonly #observedAt = new StagedColumn(observedAtColumn, 'long');
  readonly #main = new StagedColumn(mainColumn, 'flag');
  /** Rows as text, where identical ones are staged once. */
  readonly #seen: Set<string> | undefined;
  readonly #names = new Set<string>();
  #rows = 0;

  constructor(table: CatalogTable) {
    this.id = tableId(table);
    this.#columns = new Map(
      stagedColumnsOf(table).map(({ name, type }) => [name, new StagedColumn(name, stagedKind(type))]),
    );
    this.#seen = repeatedTables.has(this.id) ? new Set() : undefined;
  }

  /** Size of the values in bytes. */
  get bytes(): number {
    let bytes = this.#rows;
    for (const column of this.#columns.values()) bytes += column.bytes;
    return bytes;
  }

  /** Number of rows, which is that of the row that is being set. */
  get rows(): number {
    return this.#rows;
  }

  /** Names of the columns with a value in any row. */
  get known(): string[] {
    return [...this.#columns.values()].filter((column) => column.has(0)).map(({ name }) => name);
  }

  column(name: string): StagedColumn {
    const column = this.#columns.get(name);
    if (column === undefined) throw new Error(`"${this.id}" has no column "${name}"`);
    return column;
  }

  /** Whether it has a column. */
  knows(name: string): boolean {
    return this.#columns.has(name);
  }

  /** Adds a row. `isMain`: whether it is of the record itself, and not of something that the record mentions. */
  add(values: Values, observedAt: bigint | null, isMain: boolean): void {
    if (this.#seen !== undefined) {
      const text = keyOf(values, observedAt, isMain);
      if (this.#seen.has(text)) return;
      this.#seen.add(text);
    }
    for (const name in values) {
      const value = values[name];
      if (value !== null && value !== undefined) this.#columns.get(name)?.set(this.#rows, value);
    }
    if (observedAt !== null) this.#observedAt.setBigint(this.#rows, observedAt);
    this.end(isMain);
  }

  /** Adds a row with this name alone, once for each observation time. */
  addName(name: string, observedAt: bigint | null): void {
    const text = observedAt === null ? name : `${name}\0${observedAt}`;
    if (this.#names.has(text)) return;
    this.#names.add(text);
    this.column('name').setText(this.#rows, name);
    if (observedAt !== null) this.#observedAt.setBigint(this.#rows, observedAt);
    this.#rows++;
  }

  /** The observation time of the row that is being set, a safe number of microseconds. */
  setObservedAt(micros: number): void {
    this.#observedAt.setLong(this.#rows, micros);
  }

  /** Ends the row whose columns were set one by one. */
  end(isMain: boolean): void {
    if (isMain) this.#main.setFlag(this.#rows, true);
    this.#rows++;
  }

  /** Removes the values of the row that is being set. */
  drop(): void {
    for (const column of this.#columns.values()) column.drop(this.#rows);
    this.#observedAt.drop(this.#rows);
  }

  /** The rows as a Parquet file, in parts. */
  toParquet(): Uint8Array[] {
    const columns = [...this.#columns.values(), this.#observedAt, this.#main];
    return plainParquet(
      this.#rows,
      columns.map((column) => column.toPlain(this.#rows)),
    );
  }
}

/** A row as text: equal for equal rows only. */
function keyOf(values: Values, observedAt: bigint | null, isMain: boolean): string {
  let text = `${observedAt} ${isMain}`;
  for (const name in values) {
    const value = values[name];
    if (value === null || value === undefined) continue;
    const printed = typeof value === 'object' ? JSON.stringify(value) : String(value);
    text += `\0${name}\0${printed}`;
  }
  return text;
}
