import type { JsonObject } from '../values/json-object.ts';
import { excerptOf } from '../values/shown.ts';
import { type ColumnPlan, objectsOf, type RecordPlan, type TablePlan } from './compile-map.ts';

const exampleLengthMax = 40;

/** A path of records, the column that is read from it, and values that it has. */
export interface PathExamples {
  readonly path: string;
  readonly table: string;
  readonly column: ColumnPlan;
  readonly examples: readonly string[];
}

/** Collects examples of the values of each path that a column is read from. */
export class ExamplesOfPaths {
  readonly #plans: readonly RecordPlan[];
  readonly #found = new Map<string, PathExamples & { readonly examples: string[] }>();

  constructor(plans: readonly RecordPlan[]) {
    this.#plans = plans;
  }

  see(record: JsonObject): void {
    const plan = this.#plans.find(({ map }) => map.is(record));
    for (const table of plan?.tables ?? []) {
      for (const object of objectsOf(table, record)) this.#seeRow(object, record, table);
    }
  }

  #seeRow(object: JsonObject, record: JsonObject, { id, columns }: TablePlan): void {
    for (const column of columns) {
      const source = column.sources.find(
        ({ get }) => !column.saysNothing(read(get(object, record), object, column)),
      );
      if (source === undefined) continue;
      const key = `${id} ${column.name} ${source.path}`;
      const entry = this.#found.get(key) ?? { path: source.path, table: id, column, examples: [] };
      this.#found.set(key, entry);
      const value = source.get(object, record);
      const text = excerptOf(value, exampleLengthMax);
      if (entry.examples.length < 3 && !entry.examples.includes(text)) entry.examples.push(text);
    }
  }

  /** In the order of tables and columns. */
  get columns(): PathExamples[] {
    const order = this.#plans.flatMap(({ tables }) =>
      tables.flatMap(({ id, columns }) => columns.map(({ name }) => `${id} ${name}`)),
    );
    const place = ({ table, column }: PathExamples) => order.indexOf(`${table} ${column.name}`);
    return [...this.#found.values()].sort((a, b) => place(a) - place(b));
  }
}

function read(value: unknown, object: JsonObject, { by }: ColumnPlan): unknown {
  return by === undefined || value === undefined || value === null ? value : by(value, object);
}
