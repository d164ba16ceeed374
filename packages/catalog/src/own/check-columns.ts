import type { ColumnRole } from '../table.ts';
import type { ColumnDescription } from './column-description.ts';
import { type Fault, meant } from './description-shape.ts';
import type { TypedColumns } from './guess-roles.ts';

const instant = 'TIMESTAMP WITH TIME ZONE';
const wholeNumbers = ['SMALLINT', 'INTEGER', 'BIGINT', 'UBIGINT'];
const names = ['VARCHAR', ...wholeNumbers];

/** The types that columns of each role may have. */
const typesOfRoles: Readonly<Record<Exclude<ColumnRole, 'owner-name'>, (type: string) => boolean>> = {
  owner: isOneOf(names),
  time: isOneOf([instant, 'DATE']),
  tags: isOneOf(['VARCHAR[]']),
  text: isOneOf(['VARCHAR']),
  measure: (type) => isOneOf([...wholeNumbers, 'DOUBLE'])(type) || /^DECIMAL\([\d,]+\)$/.test(type),
  category: isOneOf(['VARCHAR']),
  flag: isOneOf(['BOOLEAN']),
  parent: isOneOf(names),
};

const typesTold: Readonly<Record<string, string>> = {
  owner: names.join(', '),
  time: 'TIMESTAMPTZ or DATE',
  tags: 'VARCHAR[]',
  text: 'VARCHAR',
  measure: 'SMALLINT, INTEGER, BIGINT, UBIGINT, DOUBLE or DECIMAL',
  category: 'VARCHAR',
  flag: 'BOOLEAN',
  parent: 'the type of the key',
};

const keyTypes = [...names, 'DATE', 'TIMESTAMP', instant];

/** Checks the roles of columns: their types, and the columns to which they refer. */
export function checkColumns(columns: TypedColumns): Fault[] {
  return [
    ...checkKey(columns),
    ...checkMainTime(columns),
    ...[...columns].flatMap(([name, column]) => checkColumn(name, column, columns)),
    ...checkNames(columns),
    ...checkTotals(columns),
  ];
}

function isOneOf(types: readonly string[]): (type: string) => boolean {
  return (type) => types.includes(type);
}

function keyOf(columns: TypedColumns): string[] {
  return [...columns].flatMap(([name, { key }]) => (key === true ? [name] : []));
}

function checkKey(columns: TypedColumns): Fault[] {
  const key = keyOf(columns);
  if (key.length === 0) {
    const message = 'no column is the key: give the role key to the column, or columns, that identify a row';
    return [{ place: 'columns', message }];
  }
  return key.flatMap((name) => {
    const { type = '', role } = columns.get(name) ?? {};
    const place = `columns.${name}`;
    const known = key.length === 1 ? names : keyTypes;
    if (!known.includes(type)) {
      return [
        {
          place: `${place}.type`,
          message: `${type} cannot be ${key.length === 1 ? 'the key' : 'part of the key'}: the allowed types are ${known.join(', ')}`,
        },
      ];
    }
    if (key.length === 1 && role !== undefined) {
      return [
        {
          place: `${place}.role`,
          message: `the only column of the key cannot have another role: remove ${role}`,
        },
      ];
    }
    return [];
  });
}

function checkMainTime(columns: TypedColumns): Fault[] {
  const [main, ...others] = [...columns].filter(([, column]) => column.main === true);
  return [...(main === undefined ? [] : [main]), ...others].flatMap(
    ([name, { type, role }], index): Fault[] => {
      const place = `columns.${name}.main`;
      if (role !== 'time')
        return [
          { place, message: 'only a time can be the main time: give it the role time, or remove main' },
        ];
      if (type !== instant)
        return [
          {
            place,
            message: `the main time must be a TIMESTAMPTZ, not a ${type}: it determines the month of a row`,
          },
        ];
      return index === 0
        ? []
        : [{ place, message: `${main?.[0]} is already the main time: remove main from one of them` }];
    },
  );
}

function checkColumn(name: string, column: ColumnDescription, columns: TypedColumns): Fault[] {
  const { type, role, key, element, long } = column;
  const place = `columns.${name}`;
  const faults: Fault[] = [];
  if (role !== undefined && !typesOfRoles[role](type)) {
    faults.push({
      place: `${place}.type`,
      message: `a column of type ${type} cannot have the role ${role}: allowed is ${typesTold[role]}`,
    });
  }
  if (long === true && type !== 'VARCHAR' && !type.endsWith('[]')) {
    faults.push({
      place: `${place}.long`,
      message: `only texts and lists can be long, not ${type}: remove long`,
    });
  }
  if (column.name !== undefined && role !== 'owner' && key !== true) {
    faults.push({
      place: `${place}.name`,
      message: 'only an owner or a key can have a name column: remove name',
    });
  }
  if (element !== undefined && role !== 'tags') {
    faults.push({
      place: `${place}.element`,
      message: 'only tags can have an element name: remove element',
    });
  }
  if (element !== undefined && columns.has(element)) {
    faults.push({
      place: `${place}.element`,
      message: `${element} is already a column: choose another element name`,
    });
  }
  if (role === 'parent') faults.push(...checkParent(place, type, columns));
  return faults;
}

function checkParent(place: string, type: string, columns: TypedColumns): Fault[] {
  const [key, another] = keyOf(columns);
  if (key === undefined) return [];
  if (another !== undefined)
    return [
      {
        place: `${place}.role`,
        message: 'a parent cannot refer to a key of several columns: remove the role',
      },
    ];
  const wanted = columns.get(key)?.type;
  return wanted === type
    ? []
    : [{ place: `${place}.type`, message: `a parent must have the type of the key: ${wanted}, not ${type}` }];
}

/** Checks the columns that contain the names of owners and keys. */
function checkNames(columns: TypedColumns): Fault[] {
  const faults: Fault[] = [];
  const owners = new Map<string, string>();
  for (const [id, { name }] of columns) {
    if (name === undefined) continue;
    const place = `columns.${id}.name`;
    const named = columns.get(name);
    const other = owners.get(name);
    if (named === undefined) {
      faults.push({ place, message: `there is no column ${name}${meant(name, [...columns.keys()])}` });
    } else if (named.type !== 'VARCHAR') {
      faults.push({ place, message: `${name} has the type ${named.type}: a name must be a VARCHAR` });
    } else if (named.role !== undefined || named.key === true) {
      faults.push({
        place,
        message: `${name} has the role ${named.role ?? 'key'}: a name cannot have another role`,
      });
    } else if (other !== undefined) {
      faults.push({ place, message: `${name} is already the name of ${other}` });
    }
    owners.set(name, id);
  }
  return faults;
}

/**
 * Checks the names of totals: their columns are named after the measures, and must differ from those by which they are
 * grouped.
 */
function checkTotals(columns: TypedColumns): Fault[] {
  const measures = [...columns].filter(([, { role }]) => role === 'measure').map(([name]) => name);
  const ofTotals = new Map(
    measures.flatMap((name) => ['rows', 'sum', 'min', 'max'].map((total) => [`${name}_${total}`, name])),
  );
  const byNames = new Set([...columns.values()].flatMap(({ name }) => name ?? []));
  return [...columns].flatMap(([name, { role }]) => {
    const measure = ofTotals.get(name);
    const isGrouped =
      byNames.has(name) || ['owner', 'time', 'category', 'flag', 'parent'].includes(role ?? '');
    return measure === undefined || !isGrouped
      ? []
      : [
          {
            place: `columns.${name}`,
            message: `this name is used for totals of ${measure}: rename the column`,
          },
        ];
  });
}
