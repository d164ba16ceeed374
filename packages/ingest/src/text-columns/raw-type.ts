import type { CatalogColumn } from '@sdq/catalog';
import type { Sample } from '../containers/record-chunk.ts';
import { plainTime, readPlainTime } from '../flat/plain/plain-bytes.ts';
import { type PlainKind, plainKind } from '../flat/plain/plain-kind.ts';
import type { FlatTable } from '../flat/plan-table.ts';
import { isObject } from '../values/json-object.ts';
import { isBlank } from '../values/text.ts';

/** How the cells of a field are kept in columns; a cell of another kind leaves its row to the row mapper. */
export interface RawType {
  /** Texts, whole numbers of up to 15 digits, times in UTC, times without a zone, truth values, lists of texts. */
  readonly kind: 'text' | 'long' | 'instant' | 'local' | 'flag' | 'texts';
  /** The type of the column, as DuckDB prints it. */
  readonly type: string;
  /** Whether a number of JSON is the same as a text with its digits. */
  readonly takesDigits: boolean;
  /** Whether no column is read from the field: then any value of JSON may be a text. */
  readonly isUnused: boolean;
}

const types = {
  text: 'VARCHAR',
  long: 'BIGINT',
  instant: 'TIMESTAMP WITH TIME ZONE',
  local: 'TIMESTAMP',
  flag: 'BOOLEAN',
  texts: 'VARCHAR[]',
} as const;

const numeric: ReadonlySet<PlainKind> = new Set(['key', 'id', 'count', 'integer', 'duration', 'time']);
const short: ReadonlySet<PlainKind> = new Set(['count', 'integer', 'duration', 'time']);

/** The types of the fields of a file, by what is read from them and by the first records. */
export function rawTypes(plan: FlatTable, fields: readonly string[], sample: Sample): RawType[] {
  const rows = (sample.kind === 'json' ? sample.records : sample.rows).filter(isObject);
  return fields.map((field) => {
    const uses = usesOf(plan, field);
    const values = rows.map((row) => row[field]).filter((value) => !isBlank(value));
    const kind = values.length === 0 ? 'text' : kindOf(uses, values);
    return {
      kind,
      type: types[kind],
      takesDigits: uses.every((use) => numeric.has(use.kind) || use.type === 'BOOLEAN'),
      isUnused: uses.length === 0 && field !== 'source',
    };
  });
}

interface Use {
  readonly kind: PlainKind;
  readonly type: string;
}

function usesOf(plan: FlatTable, field: string): Use[] {
  const uses: Use[] = plan.columns
    .filter(({ sources }) => sources.some((source) => source.field === field))
    .map(({ name, type }) => {
      const column = plan.table.columns.find((candidate) => candidate.name === name) as CatalogColumn;
      return { kind: plainKind(plan.table, column), type };
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

function isShortNumber(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && /^\d{1,15}$/.test(String(value));
}

/** Whether a text is an ISO time in UTC or without a zone; undefined for any other value. */
function zoneOf(value: unknown): 'instant' | 'local' | undefined {
  if (typeof value !== 'string' || /^\d+$/.test(value)) return undefined;
  const bytes = Buffer.from(value);
  if (!readPlainTime(bytes, 0, bytes.length)) return undefined;
  return plainTime.zoneAssumed ? 'local' : 'instant';
}
