import type { CatalogColumn } from '@sdq/catalog';
import type { Sample } from '../containers/record-chunk.ts';
import { plainTime, readPlainTime } from '../flat/plain/plain-bytes.ts';
import { type PlainKind, plainKind } from '../flat/plain/plain-kind.ts';
import type { FlatTable } from '../flat/plan-table.ts';
import { isObject } from '../values/json-object.ts';
import { isBlank } from '../values/text.ts';

/** How the cells of a field are kept in columns; a cell of another kind leaves its row to the row mapper. */
export interface RawType {
  /**
   * Texts, whole numbers of up to 15 digits, times in UTC, times without a zone, truth values, lists of texts, and lists of the texts that
   * the objects of a list have at a key.
   */
  readonly kind: 'text' | 'long' | 'instant' | 'local' | 'flag' | 'texts' | 'members';
  /** The type of the column, as DuckDB prints it. */
  readonly type: string;
  /** Whether a number of JSON is the same as a text with its digits. */
  readonly takesDigits: boolean;
  /** Whether no column is read from the field: then any value of JSON may be a text. */
  readonly isUnused: boolean;
  /** Whether an empty text is a value; otherwise it is unknown. */
  readonly keepsEmpty?: boolean;
  /** Whether a text, one of digits too, leaves its row to the row mapper. */
  readonly isBare?: boolean;
  /** Whether a truth value is the same as a text with its word. */
  readonly takesWords?: boolean;
  /** What texts are checked for; one of another kind leaves its row to the row mapper. */
  readonly check?: TextCheck | undefined;
  /** Whether the first member of a list is the value. */
  readonly takesFirst?: boolean;
  /** The cell that it is read from; default: that of the same number. */
  readonly cell?: number;
  /** Of `members`: the keys that lead from the list to the texts. */
  readonly steps?: readonly string[];
  /** How many of them are keys of objects in lists; the others are keys of objects within these. */
  readonly listSteps?: number;
}

/** Kinds of texts that the scanner checks, in the order of `checks.ts` of the kernel. */
export const textChecks = [
  'key',
  'handle',
  'address',
  'label',
  'caption',
  'tags',
  'word',
  'tag',
  'mention',
] as const;
export type TextCheck = (typeof textChecks)[number];

export function checkOf(kind: PlainKind): TextCheck | undefined {
  const check = kind === 'id' ? 'key' : kind;
  return textChecks.find((each) => each === check);
}

/** Types of the columns, as DuckDB prints them. */
export const rawColumnTypes = {
  text: 'VARCHAR',
  long: 'BIGINT',
  instant: 'TIMESTAMP WITH TIME ZONE',
  local: 'TIMESTAMP',
  flag: 'BOOLEAN',
  texts: 'VARCHAR[]',
  members: 'VARCHAR[]',
} as const;

export const numericKinds: ReadonlySet<PlainKind> = new Set([
  'key',
  'id',
  'count',
  'integer',
  'duration',
  'time',
]);
const short: ReadonlySet<PlainKind> = new Set(['count', 'integer', 'duration', 'time']);

/** The types of the fields of a file, by what is read from them and by the first records. */
export function rawTypes(plan: FlatTable, fields: readonly string[], sample: Sample): RawType[] {
  const rows = (sample.kind === 'json' ? sample.records : sample.rows).filter(isObject);
  return fields.map((field) => {
    const uses = usesOf(plan, field);
    const values = rows.map((row) => row[field]).filter((value) => !isBlank(value));
    const kind = values.length === 0 ? 'text' : kindOf(uses, values);
    const read = new Set(uses.map((use) => use.kind));
    const [only] = read;
    return {
      kind,
      check:
        kind === 'texts'
          ? checkOfList(uses)
          : kind === 'text' && read.size === 1 && only !== undefined
            ? checkOf(only)
            : undefined,
      type: rawColumnTypes[kind],
      takesDigits: uses.every((use) => numericKinds.has(use.kind) || use.type === 'BOOLEAN'),
      isUnused: uses.length === 0 && field !== 'source',
    };
  });
}

function checkOfList(uses: readonly Use[]): TextCheck | undefined {
  const names = new Set(uses.map(({ name }) => name));
  if (names.size !== 1) return undefined;
  return names.has('hashtags') ? 'tag' : names.has('mentions') ? 'mention' : undefined;
}

interface Use {
  readonly name?: string;
  readonly kind: PlainKind;
  readonly type: string;
}

function usesOf(plan: FlatTable, field: string): Use[] {
  const uses: Use[] = plan.columns
    .filter(({ sources }) => sources.some((source) => source.field === field))
    .map(({ name, type }) => {
      const column = plan.table.columns.find((candidate) => candidate.name === name) as CatalogColumn;
      return { name, kind: plainKind(plan.table, column), type };
    });
  const isObserved = plan.observedAt.some((source) => source.field === field);
  return isObserved ? [...uses, { kind: 'time', type: 'TIMESTAMP WITH TIME ZONE' }] : uses;
}

function kindOf(uses: readonly Use[], values: readonly unknown[]): RawType['kind'] {
  if (uses.length === 0) return 'text';
  if (uses.every(({ type }) => type.endsWith('[]')))
    return values.every((value) => Array.isArray(value)) ? 'texts' : 'text';
  if (uses.every(({ type }) => type === 'BOOLEAN') && values.every((value) => typeof value === 'boolean'))
    return 'flag';
  if (!uses.every(({ kind }) => short.has(kind))) return 'text';
  if (values.every(isShortNumber)) return 'long';
  if (!uses.every(({ kind }) => kind === 'time')) return 'text';
  const zones = new Set(values.map(zoneOf));
  if (zones.size !== 1) return 'text';
  return [...zones][0] ?? 'text';
}

export function isShortNumber(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && /^\d{1,15}$/.test(String(value));
}

/** Whether a text is an ISO time in UTC or without a zone; undefined for any other value. */
export function zoneOf(value: unknown): 'instant' | 'local' | undefined {
  if (typeof value !== 'string' || /^\d+$/.test(value)) return undefined;
  const bytes = Buffer.from(value);
  if (!readPlainTime(bytes, 0, bytes.length)) return undefined;
  return plainTime.zoneAssumed ? 'local' : 'instant';
}
