import { parseJson } from '../containers/parse-json.ts';
import { isObject, type JsonObject } from '../values/json-object.ts';

/** Cells of unknown values, as JSON and data frames write them. */
const unknownCells: ReadonlySet<string> = new Set(['', 'null', 'nan', 'NaN']);

/**
 * A row of a table as the object that it was flattened from: `author/name` and `author.name` are members of `author`, a
 * cell with a JSON list or object is that, and an empty cell is left out.
 */
export function nestedRow(row: JsonObject, depth = 0): JsonObject {
  const record = emptyObject();
  for (const [column, cell] of Object.entries(row)) {
    const value = readCell(cell, depth);
    if (value !== undefined) put(record, column, value);
  }
  return record;
}

function put(record: Record<string, unknown>, column: string, value: unknown): void {
  if (!column.includes('/') && !column.includes('.')) {
    if (!isObject(record[column])) record[column] = value;
    return;
  }
  const keys = column.split(/[/.]/, depthMax);
  const last = keys.pop() ?? '';
  let object = record;
  for (const key of keys) {
    if (!isObject(object[key])) object[key] = emptyObject();
    object = object[key] as Record<string, unknown>;
  }
  object[last] = value;
}

/** Cells that are nested deeper are unknown. */
const depthMax = 64;

function readCell(cell: unknown, depth: number): unknown {
  if (depth > depthMax) return undefined;
  if (Array.isArray(cell)) {
    const members = cell.map((member) =>
      isObject(member) ? nestedRow(member, depth + 1) : readCell(member, depth + 1),
    );
    return members.length > 0 ? members : undefined;
  }
  if (typeof cell !== 'string') return cell ?? undefined;
  if (unknownCells.has(cell)) return undefined;
  if (!/^\s*(?:\[[\s\S]*\]|\{[\s\S]*\})\s*$/.test(cell)) return cell;
  return parseJson(cell)?.value ?? cell;
}

/** An object without a prototype: a column may have any name. */
function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
