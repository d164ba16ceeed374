import { isObject, type JsonObject } from '../values/json-object.ts';
import { envelopeKeys, listKeys } from './json-splitter.ts';

const depthMax = 4;

/**
 * A value of a JSON file with its records in lists: as they are in a table with a list of columns and rows (pandas
 * `split`), in columns by row number (the default of pandas), and in an object by number or ID. Other values are returned
 * unchanged. Records that lack their ID get the key that they have as `id`.
 */
export function relaid(value: unknown): unknown {
  return relaidAt(value, 0);
}

function relaidAt(value: unknown, depth: number): unknown {
  if (!isObject(value) || depth > depthMax) return value;
  const list = fromSplit(value) ?? fromColumns(value) ?? fromKeys(value);
  if (list !== undefined) return list;
  let changed: Record<string, unknown> | undefined;
  for (const key in value) {
    const member = value[key];
    if (!isObject(member) || !(envelopeKeys.has(key) || listKeys.has(key))) continue;
    const after = relaidAt(member, depth + 1);
    if (after === member) continue;
    changed ??= { ...value };
    changed[key] = after;
  }
  return changed ?? value;
}

/** `{"columns": ["id", "plays"], "data": [["7…", 5], …]}` */
function fromSplit({ columns, data }: JsonObject): unknown[] | undefined {
  if (!Array.isArray(columns) || !Array.isArray(data) || columns.length < 2) return undefined;
  const names = columns.map((column) => (isObject(column) ? column.name : column));
  if (!names.every((name) => typeof name === 'string' || typeof name === 'number')) return undefined;
  const isRow = (row: unknown): row is unknown[] => Array.isArray(row) && row.length === names.length;
  if (data.length === 0 || !data.every(isRow)) return undefined;
  return data.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
}

/** `{"id": {"0": "7…", "1": "7…"}, "plays": {"0": 5, "1": 6}}` */
function fromColumns(value: JsonObject): unknown[] | undefined {
  const names = Object.keys(value);
  const first = names.length < 2 ? undefined : value[names[0] as string];
  if (!isObject(first)) return undefined;
  const rows = Object.keys(first);
  if (rows.length === 0 || !rows.every(isNumber) || names.some(isNumber)) return undefined;
  const isColumn = (column: unknown): column is JsonObject =>
    isObject(column) && rows.every((row) => row in column) && Object.keys(column).length === rows.length;
  const columns = Object.values(value);
  if (!columns.every(isColumn) || columns.every((column) => isObject(column[rows[0] as string])))
    return undefined;
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, (value[name] as JsonObject)[row]])));
}

const idKeys = ['id', 'video_id', 'videoId', 'aweme_id', 'tweet_id', 'comment_id', 'cid'];

/** `{"0": {…}, "1": {…}}` and `{"7380686551045767891": {…}, …}` */
function fromKeys(value: JsonObject): unknown[] | undefined {
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys.every(isNumber)) return undefined;
  const records = Object.values(value);
  if (!records.every(isObject)) return undefined;
  return records.map((record, i) => {
    const key = keys[i] as string;
    return key.length < 8 || idKeys.some((name) => name in record) ? record : { id: key, ...record };
  });
}

function isNumber(key: string): boolean {
  return /^\d{1,20}$/.test(key);
}

const typedKeys =
  /\{\s*"(?:\$(?:oid|date|number(?:Long|Int|Double|Decimal))|(?:string|integer|double|boolean|timestamp|map|array)Value|[SN]|BOOL)"\s*:/;

/** Whether an object with this key alone stands for a value. */
export function isTypedKey(key: string): boolean {
  return typedKeys.test(`{${JSON.stringify(key)}:`);
}

/**
 * A value of an export of MongoDB, Firestore or DynamoDB with its plain values: `{"$numberLong": "5"}`, `{"integerValue":
 * "5"}` and `{"N": "5"}` are `"5"`.
 */
export function withoutTypes(value: unknown, text: string): unknown {
  return typedKeys.test(text) ? plainValue(value, 0) : value;
}

const typedDepthMax = 64;

function plainValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > typedDepthMax) return value;
  if (Array.isArray(value)) return value.map((member) => plainValue(member, depth + 1));
  const [only, ...others] = Object.entries(value);
  if (only !== undefined && others.length === 0 && typedKeys.test(`{"${only[0]}":`)) {
    const [type, inner] = only;
    if (type === 'mapValue' || type === 'arrayValue') {
      return plainValue(isObject(inner) ? (inner.fields ?? inner.values ?? []) : inner, depth + 1);
    }
    return typeof inner === 'object' ? plainValue(inner, depth + 1) : inner;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, plainValue(member, depth + 1)]),
  );
}
