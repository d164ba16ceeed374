import { nearestNames } from '@sdq/contract';
import { z } from 'zod';
import type { ColumnDescription, TableDescription } from './column-description.ts';

/** One fault of a description: its location, what is wrong, and how to correct it. */
export interface Fault {
  /** Its path in the description: `columns.topics.type`. */
  readonly place: string;
  readonly message: string;
}

const roles = ['owner', 'time', 'tags', 'text', 'measure', 'category', 'flag', 'parent'] as const;

const columnShape = {
  /** Optional, because tags, texts and flags have only one possible type. */
  type: z.string().optional(),
  role: z.enum([...roles, 'key']).optional(),
  key: z.boolean().optional(),
  main: z.boolean().optional(),
  name: z.string().optional(),
  element: z.string().optional(),
  long: z.boolean().optional(),
  description: z.string().optional(),
};

const tableShape = {
  platform: z.string().optional(),
  name: z.string(),
  description: z.string(),
  observedBy: z.string().optional(),
  examples: z.array(z.string()).optional(),
};

const columnsOf = <Column extends z.ZodType>(column: Column) =>
  z.record(z.string(), z.preprocess(typeAlone, column));
const table = z.strictObject({ ...tableShape, columns: columnsOf(z.strictObject(columnShape)) });
/** The table schema that ignores unknown properties, so that other faults are reported together with them. */
const looseTable = z.object({ ...tableShape, columns: columnsOf(z.object(columnShape)) });

/** The type of columns with a role that allows only one. */
const typesOfRoles: Readonly<Record<string, string>> = {
  tags: 'VARCHAR[]',
  text: 'VARCHAR',
  flag: 'BOOLEAN',
};

/** Validates the shape of a description from any source; the role `key`, which files may use, is expanded. */
export function readShape(written: unknown): { description?: TableDescription; faults: readonly Fault[] } {
  const strict = table.safeParse(written);
  const faults = strict.error?.issues.flatMap((issue) => worded(issue, written)) ?? [];
  const { data } = strict.success ? strict : looseTable.safeParse(written);
  if (data === undefined) return { faults };
  const columns: Record<string, ColumnDescription> = {};
  for (const [name, { role, key, type = typesOfRoles[role ?? ''], ...others }] of Object.entries(
    data.columns,
  )) {
    if (type === undefined) {
      const message = 'it has no type: write one, such as "type": "VARCHAR"';
      faults.push({ place: `columns.${name}`, message });
      continue;
    }
    const isKey = key === true || role === 'key';
    columns[name] = { ...others, type, role: role === 'key' ? undefined : role, key: isKey };
  }
  return { faults, description: { ...data, columns } };
}

function typeAlone(written: unknown): unknown {
  return typeof written === 'string' ? { type: written } : written;
}

type Issue = z.core.$ZodIssue;

function worded(issue: Issue, written: unknown): Fault[] {
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(place.startsWith('columns.') ? columnShape : table.shape);
    return issue.keys.map((key) => ({
      place: place === '' ? key : `${place}.${key}`,
      message: `unknown property${orEnd(meant(key, known))} The properties are ${known.join(', ')}`,
    }));
  }
  if (issue.code === 'invalid_value') {
    const role = String(valueAt(written, issue.path));
    const known = ['key', ...roles];
    return [
      {
        place,
        message: `there is no role ${role}${orEnd(meant(role, known))} The roles are ${known.join(', ')}`,
      },
    ];
  }
  if (issue.code !== 'invalid_type') return [{ place, message: issue.message }];
  const found = valueAt(written, issue.path);
  if (found === undefined) return [{ place, message: `it is missing: ${expectations[place] ?? 'write it'}` }];
  if (/^columns\.[^.]+$/.test(place)) {
    return [
      { place, message: `it must be a type, such as "VARCHAR", or an object with one, not ${kindOf(found)}` },
    ];
  }
  const needed = {
    string: 'text',
    record: 'an object of columns',
    array: 'a list',
    boolean: 'true or false',
  };
  const expected = needed[issue.expected as keyof typeof needed] ?? `an ${issue.expected}`;
  return [{ place, message: `it must be ${expected}, not ${kindOf(found)}` }];
}

const expectations: Readonly<Record<string, string>> = {
  '': 'a description is an object with name, description and columns',
  name: 'what queries call the table',
  description: 'one line on what a row is',
  columns:
    'an object, each column with its type: {"episode_id": {"type": "VARCHAR", "role": "key"}, "title": "VARCHAR"}',
};

function valueAt(written: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      value === null || value === undefined ? undefined : (value as Record<PropertyKey, unknown>)[step],
    written,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${JSON.stringify(value)}`;
}

/** Suggests the most similar known name. */
export function meant(written: string, known: readonly string[]): string {
  const [near] = nearestNames(written, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

function orEnd(question: string): string {
  return question === '' ? '.' : question;
}
