import fc, { type Arbitrary } from 'fast-check';
import { nullable, plainTypes, type RandomType, sqlText, type Value } from './random-types.ts';

function list(child: RandomType): RandomType {
  return {
    name: `${child.name}[]`,
    value: fc.array(nullable(child), { maxLength: 5 }).map((items) => ({
      sql: `[${items.map(({ sql }) => sql).join(', ')}]::${child.name}[]`,
      json: items.map(({ json }) => json),
      arrow: items.map(({ arrow }) => arrow),
    })),
  };
}

function array(child: RandomType, size: number): RandomType {
  const value = fc.array(nullable(child), { minLength: size, maxLength: size });
  const name = `${child.name}[${size}]`;
  return {
    name,
    value: value.map((items) => ({
      sql: `[${items.map(({ sql }) => sql).join(', ')}]::${name}`,
      json: items.map(({ json }) => json),
      arrow: items.map(({ arrow }) => arrow),
    })),
  };
}

const memberNames = ['a', 'b c', 'select', 'é"', "it's"];

function struct(children: readonly RandomType[]): RandomType {
  const names = memberNames.slice(0, children.length);
  const quoted = names.map((name) => (name === 'a' ? name : `"${name.replaceAll('"', '""')}"`));
  return {
    name: `STRUCT(${children.map((child, index) => `${quoted[index]} ${child.name}`).join(', ')})`,
    value: fc.tuple(...children.map(nullable)).map((members) => ({
      sql: `{${members.map(({ sql }, index) => `${sqlText(names[index] as string)}: ${sql}`).join(', ')}}`,
      json: Object.fromEntries(members.map(({ json }, index) => [names[index], json])),
      arrow: members.map(({ arrow }) => arrow),
    })),
  };
}

function map(key: RandomType, value: RandomType): RandomType {
  const name = `MAP(${key.name}, ${value.name})`;
  const entries = fc.uniqueArray(fc.tuple(key.value, nullable(value)), {
    maxLength: 4,
    selector: ([{ json }]) => String(json),
  });
  return {
    name,
    value: entries.map((pairs) => {
      const keys = pairs.map(([{ sql }]) => sql).join(', ');
      const values = pairs.map(([, { sql }]) => sql).join(', ');
      return {
        sql: `map([${keys}]::${key.name}[], [${values}]::${value.name}[])`,
        json: Object.fromEntries(pairs.map(([mapKey, mapValue]) => [String(mapKey.json), mapValue.json])),
        arrow: pairs.map(([mapKey, mapValue]) => [mapKey.arrow, mapValue.arrow]),
      };
    }),
  };
}

function union(members: readonly RandomType[]): RandomType {
  const name = `UNION(${members.map((member, index) => `m${index} ${member.name}`).join(', ')})`;
  const choices = members.map((member, index) =>
    member.value.map(({ sql, json }) => ({
      sql: `union_value(m${index} := ${sql})::${name}`,
      json,
      // NaN in a union is JSON's null, as text.
      arrow: JSON.stringify(json),
    })),
  );
  return { name, value: fc.oneof(...choices) };
}

/** Keys whose JSON is text or a plain number, so that an object's keys can be foretold. */
const keyTypes = plainTypes.filter(({ name }) =>
  ['VARCHAR', 'BIGINT', 'UUID', 'DATE', 'INTEGER'].includes(name),
);
const unionTypes = plainTypes.filter(({ name }) => ['VARCHAR', 'INTEGER', 'DATE', 'BOOLEAN'].includes(name));

/** Any type, nested up to three levels. */
const { type: randomType } = fc.letrec<{ type: RandomType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 6, arbitrary: fc.constantFrom(...plainTypes) },
    { weight: 2, arbitrary: tie('type').map(list) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('type'), fc.integer({ min: 1, max: 4 }))
        .map(([child, size]) => array(child, size)),
    },
    { weight: 2, arbitrary: fc.array(tie('type'), { minLength: 1, maxLength: 4 }).map(struct) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...keyTypes), tie('type')).map(([key, value]) => map(key, value)),
    },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(fc.constantFrom(...unionTypes), { minLength: 1, maxLength: 3 }).map(union),
    },
  ),
}));

export interface RandomTable {
  types: readonly RandomType[];
  rows: readonly (readonly Value[])[];
  sql: string;
}

/** A table of up to five columns and `rowsMax` rows, and the query that yields it. Columns are `c0`, `c1`, …. */
export function randomTable(rowsMax: number): Arbitrary<RandomTable> {
  return fc.array(randomType, { minLength: 1, maxLength: 5 }).chain((types) =>
    fc.array(fc.tuple(...types.map(nullable)), { maxLength: rowsMax }).map((rows) => {
      const sql = tableSql(types, rows);
      // The query is all that a counterexample needs to show.
      return { types, rows, sql, [fc.toStringMethod]: () => sql };
    }),
  );
}

function tableSql(types: readonly RandomType[], rows: readonly (readonly Value[])[]): string {
  const empty = `SELECT ${types.map(({ name }, index) => `NULL::${name} AS c${index}`).join(', ')} WHERE false`;
  const selects = rows.map((row) => `SELECT ${row.map(({ sql }) => sql).join(', ')}`);
  return [empty, ...selects].join(' UNION ALL ');
}
