import type { ColumnRole } from '../table.ts';
import type { ColumnDescription } from './column-description.ts';
import { type Fault, meant } from './description-shape.ts';
import type { TypedColumns } from './guess-roles.ts';

const instant = 'TIMESTAMP WITH TIME ZONE';
const wholeNumbers = ['SMALLINT', 'INTEGER', 'BIGINT', 'UBIGINT'];
const names = ['VARCHAR', ...wholeNumbers];

/** Types that columns of a role may have. */
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

/** What is wrong with the roles of columns: with their types, and with the columns that they name. */
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
    const message =
      'no column is the key: give that by which a row is told from the others the role key, or several';
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
          message: `${type} cannot be ${key.length === 1 ? 'the key' : 'part of the key'}: there are ${known.join(', ')}`,
        },
      ];
    }
    if (key.length === 1 && role !== undefined) {
      return [
        {
          place: `${place}.role`,
          message: `the only column of the key has no other role: leave ${role} out`,
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
        return [{ place, message: 'only a time is the main time: give it the role time, or leave main out' }];
      if (type !== instant)
        return [
          {
            place,
            message: `the main time is a TIMESTAMPTZ, not a ${type}: it tells in which month a row is`,
          },
        ];
      return index === 0
        ? []
        : [{ place, message: `${main?.[0]} is the main time already: leave main out of one of them` }];
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
      message: `${type} cannot be ${role}: ${role} takes ${typesTold[role]}`,
    });
  }
  if (long === true && type !== 'VARCHAR' && !type.endsWith('[]')) {
    faults.push({
      place: `${place}.long`,
      message: `only texts and lists are long, not ${type}: leave long out`,
    });
  }
  if (column.name !== undefined && role !== 'owner' && key !== true) {
    faults.push({
      place: `${place}.name`,
      message: 'only an owner or a key has a column with its name: leave name out',
    });
  }
  if (element !== undefined && role !== 'tags') {
    faults.push({
      place: `${place}.element`,
      message: 'only tags have a word for one of them: leave element out',
    });
  }
  if (element !== undefined && columns.has(element)) {
    faults.push({
      place: `${place}.element`,
      message: `${element} is a column: call one of the tags something else`,
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
        message: 'a row of a key of several columns cannot be named by one: leave the role out',
      },
    ];
  const wanted = columns.get(key)?.type;
  return wanted === type
    ? []
    : [{ place: `${place}.type`, message: `a parent is of the type of the key: ${wanted}, not ${type}` }];
}

/** The columns with the names of owners and keys. */
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
      faults.push({ place, message: `${name} is of the type ${named.type}: a name is a VARCHAR` });
    } else if (named.role !== undefined || named.key === true) {
      faults.push({ place, message: `${name} has the role ${named.role ?? 'key'}: a name has no other` });
    } else if (other !== undefined) {
      faults.push({ place, message: `${name} is the name of ${other} already` });
    }
    owners.set(name, id);
  }
  return faults;
}

/** Totals have columns of their own, called after the measures, beside those that they are by. */
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
            message: `totals of ${measure} are kept under this name: call the column otherwise`,
          },
        ];
  });
}
