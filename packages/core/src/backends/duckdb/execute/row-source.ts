import { bytesOf, readColumnType, type ScalarType, structListFields } from '@sdq/catalog';
import type { DataType, VectorBatch, VectorData } from '@sdq/encode/vectors';
import type { RowSet, RowValues, TextValues } from '@sdq/row-store';
import type { VectorSource } from '../../../backend/vector-source.ts';
import type { RowAnswer, RowStep } from '../runnable-plan.ts';
import { jsonLists } from './json-lists.ts';
import { everyRow, rowsThatPass } from './row-tests.ts';
import { sortedRows } from './sorted-rows.ts';
import { concatenated, vectorOf } from './stored-vectors.ts';

/** Rows of a batch, as many as DuckDB has in one. */
const batchRows = 2_048;

/** Fetched rows as a result, in the order and with the columns that the answer has. */
export class RowSource implements VectorSource {
  readonly columns: VectorSource['columns'];
  readonly attempt: number;
  readonly #columns: readonly ((rows: Uint32Array) => VectorData)[];
  /** Numbers of the rows in the order of the result. */
  readonly #taken: Uint32Array;
  #at = 0;
  #workedMs: number;

  /** `rows` hold the columns of the step; at most `rowsMax` of them are returned. */
  constructor(
    { columns, order, skipped, wanted, test }: RowAnswer,
    step: Pick<RowStep, 'columns'>,
    rows: RowSet,
    { rowsMax, attempt, startedAt }: { rowsMax: number; attempt: number; startedAt: number },
  ) {
    const types = new Map(step.columns.map(({ name, type, jsonOf = type }) => [name, dataType(jsonOf)]));
    const jsonOf = new Map(step.columns.map((column) => [column.name, column.jsonOf]));
    const values = (column: string) => known(rows.columns, column);
    this.columns = columns.map((each) => {
      const type = 'parts' in each ? text : known(types, each.column);
      return { name: each.name, type };
    });
    const terms = order.map(({ column, ...term }) => ({
      ...term,
      values: values(column),
      isUnsigned: known(types, column).name === 'UBIGINT',
    }));
    const last = skipped + Math.min(wanted ?? rowsMax, rowsMax);
    const passing =
      test === undefined ? everyRow(rows) : rowsThatPass(test, rows, (name) => known(types, name).name);
    this.#taken = sortedRows(passing, terms).subarray(skipped, last);
    this.#columns = columns.map((each) => {
      if ('column' in each) {
        const fields = structListFields(jsonOf.get(each.column) ?? '');
        if (fields !== undefined) return jsonLists(textValues(values(each.column)), fields, this.#taken);
        return (taken) => vectorOf(values(each.column), taken);
      }
      const parts = each.parts.map((part) =>
        typeof part === 'string' ? part : { ...part, values: textValues(values(part.column)) },
      );
      return (taken) => concatenated(parts, taken);
    });
    this.attempt = attempt;
    this.#workedMs = performance.now() - startedAt;
  }

  get rows(): number {
    return this.#taken.length;
  }

  get workedMs(): number {
    return this.#workedMs;
  }

  async next(): Promise<VectorBatch | null> {
    if (this.#at >= this.#taken.length) return null;
    const startedAt = performance.now();
    const rows = this.#taken.subarray(this.#at, this.#at + batchRows);
    this.#at += rows.length;
    const vectors = this.#columns.map((vectorOfColumn) => vectorOfColumn(rows));
    this.#workedMs += performance.now() - startedAt;
    return { rows: rows.length, vectors, free: () => {} };
  }

  close(): void {
    this.#at = this.#taken.length;
  }
}

const text: DataType = { alias: null, name: 'VARCHAR' };

function textValues(values: RowValues): TextValues {
  if (values.kind !== 'text') throw new Error('Only texts are concatenated');
  return values;
}

function known<Value>(map: ReadonlyMap<string, Value>, name: string): Value {
  const found = map.get(name);
  if (found === undefined) throw new Error(`The rows that were fetched have no column ${name}`);
  return found;
}

const types = new Map<string, DataType>();

/** The type of a column of row files as results have it. */
function dataType(type: string): DataType {
  const made = types.get(type);
  if (made !== undefined) return made;
  const fields = structListFields(type);
  if (fields !== undefined) {
    const members = fields.map((field) => ({ name: field.name, type: { alias: null, name: field.type } }));
    const lists: DataType = { alias: null, name: 'LIST', child: { alias: null, name: 'STRUCT', members } };
    types.set(type, lists);
    return lists;
  }
  const read = readColumnType(type);
  if (read === undefined) throw new Error(`Row files cannot store columns of type ${type}`);
  const found: DataType =
    read.name === 'LIST' ? { alias: null, name: 'LIST', child: scalar(read.element) } : scalar(read);
  types.set(type, found);
  return found;
}

function scalar(type: ScalarType): DataType {
  if (type.name !== 'DECIMAL') return { alias: null, name: type.name };
  const { precision: width, scale } = type;
  return { alias: null, name: 'DECIMAL', width, scale, storageBytes: bytesOf(type) ?? 16 };
}
