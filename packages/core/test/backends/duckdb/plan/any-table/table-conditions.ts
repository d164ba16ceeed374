import { type CatalogColumn, type CatalogTable, mainTimeOf } from '@sdq/catalog';
import { sqlName, sqlString, sqlWord } from '@sdq/duckdb/sql';
import fc from 'fast-check';
import type { WrittenTable } from './written-tables.ts';

export const comparison = fc.constantFrom('=', '<', '<=', '>', '>=', '<>');

/** Words and parts of words that invented texts have, in one spelling or another. */
const word = fc.constantFrom(
  'dance',
  'danc',
  'floor',
  'word7',
  'word30',
  'cat-dog',
  'stanbul',
  'café',
  'ooking',
  'kelvin',
  'straße',
  'strasse',
  'σίσυφος',
  'fine',
  'print 7',
  '１２３',
  'four56',
  'zero',
  'width',
  "it''s",
  '100',
  'cd',
  'none',
);
const tag = fc.constantFrom('tag0', 'tag1', 'tag3', 'rare7', 'rare500', '', 'Tág☃', 'none').map(sqlString);
const moment = fc
  .tuple(
    fc.constantFrom('2025-10', '2025-11', '2025-12', '2026-01', '2026-03', '2026-07'),
    fc.constantFrom(1, 1, 2, 15, 28),
    fc.constantFrom('', ' 00:00:00', ' 07:30:00', ' 23:59:59.999999'),
  )
  .map(([month, day, time]) => `${month}-${String(day).padStart(2, '0')}${time}`);

/** What a query calls a column of a table, under an alias or bare; under one of capitals loudly. */
export function columnText(name: string, alias: string): string {
  if (alias === '') return sqlWord(name);
  const isLoud = alias === alias.toUpperCase() && sqlWord(name) === name;
  return `${alias}.${isLoud ? name.toUpperCase() : sqlName(name)}`;
}

/** Conditions over the columns of one table, by their roles alone; of few values where `isOfGroups`. */
export class TableConditions {
  readonly #written: WrittenTable;
  readonly #alias: string;

  constructor(written: WrittenTable, alias = '') {
    this.#written = written;
    this.#alias = alias;
  }

  get #table(): CatalogTable {
    return this.#written.table;
  }

  /** AND, OR and NOT of conditions. */
  get tree(): fc.Arbitrary<string> {
    return this.#treeOf(fc.oneof(...this.#table.columns.flatMap((column) => this.#ofColumn(column))));
  }

  /** The same over the columns that totals by time are by. */
  get treeOfGroups(): fc.Arbitrary<string> {
    const main = mainTimeOf(this.#table);
    const columns = this.#table.columns.filter(
      ({ name, role }) => name === main || role === 'category' || role === 'flag',
    );
    const found = columns.flatMap((column) => this.#ofColumn(column));
    return found.length === 0 ? fc.constant('true') : this.#treeOf(fc.oneof(...found));
  }

  /** What one column is asked for. */
  of(name: string): fc.Arbitrary<string> {
    const column = this.#table.columns.find((each) => each.name === name);
    const found = column === undefined ? [] : this.#ofColumn(column);
    return found.length === 0 ? fc.constant('true') : fc.oneof(...found);
  }

  #treeOf(simple: fc.Arbitrary<string>): fc.Arbitrary<string> {
    return fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { weight: 4, arbitrary: simple },
        { weight: 2, arbitrary: fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `${a} AND ${b}`) },
        { weight: 1, arbitrary: fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a} OR ${b})`) },
        { weight: 1, arbitrary: tie('tree').map((a) => `NOT (${a})`) },
      ),
    })).tree;
  }

  #ofColumn(column: CatalogColumn): fc.Arbitrary<string>[] {
    const { name, role, type } = column;
    const written = columnText(name, this.#alias);
    const isNull = fc.constantFrom(`${written} IS NULL`, `${written} IS NOT NULL`);
    if (role === 'tags') return [isNull, ...tagConditions(written)];
    if (role === 'text') return [isNull, ...textConditions(written)];
    if (type === 'BOOLEAN') return [isNull, flagConditions(written)];
    if (/^(DATE|TIMESTAMP)/.test(type)) return [isNull, timeConditions(written), timeConditions(written)];
    const known = this.#written.values.get(name) ?? [];
    return known.length === 0 ? [isNull] : [isNull, ...valueConditions(written, type, known)];
  }
}

/** Of keys, owners, names, categories and measures. */
function valueConditions(column: string, type: string, known: readonly string[]): fc.Arbitrary<string>[] {
  const value = fc.constantFrom(
    ...known,
    type === 'VARCHAR' ? "'none'" : '12345',
    type === 'VARCHAR' ? "'007'" : '-1',
  );
  const some = fc.array(value, { minLength: 1, maxLength: 4 }).map((values) => values.join(', '));
  const conditions = [
    value.map((one) => `${column} = ${one}`),
    fc.tuple(comparison, value).map(([operator, one]) => `${column} ${operator} ${one}`),
    value.map((one) => `${one} = ${column}`),
    some.map((values) => `${column} IN (${values})`),
    some.map((values) => `${column} NOT IN (${values})`),
    value.map((one) => `${column} IN (${one}, NULL)`),
    fc.tuple(value, value).map(([a, b]) => `${column} BETWEEN ${a} AND ${b}`),
    fc
      .tuple(fc.constantFrom('IS DISTINCT FROM', 'IS NOT DISTINCT FROM'), value)
      .map(([operator, one]) => `${column} ${operator} ${one}`),
  ];
  return type === 'VARCHAR'
    ? [...conditions, fc.constantFrom(`starts_with(${column}, 'k')`, `${column} LIKE '%7%'`)]
    : [
        ...conditions,
        value.map((one) => `${column} >= ${one}`),
        value.map((one) => `${column} > ${one} + 1`),
      ];
}

function tagConditions(column: string): fc.Arbitrary<string>[] {
  return [
    tag.map((one) => `list_contains(${column}, ${one})`),
    tag.map((one) => `${one} = ANY(${column})`),
    tag.map((one) => `${one} IN ${column}`),
    fc.tuple(tag, tag).map(([a, b]) => `list_has_any(${column}, [${a}, ${b}])`),
    fc.tuple(tag, tag).map(([a, b]) => `list_has_all(${column}, [${a}, ${b}])`),
    fc
      .tuple(tag, tag)
      .map(([a, b]) => `list_contains(${column}, ${a}) AND len(${column}) > 2 AND ${b} <> 'x'`),
    fc.constantFrom(`len(${column}) > 2`, `${column} = []`, `list_has_all(${column}, [])`),
  ];
}

function textConditions(column: string): fc.Arbitrary<string>[] {
  return [
    word.map((text) => `${column} LIKE '%${text}%'`),
    word.map((text) => `${column} ILIKE '%${text}%'`),
    word.map((text) => `${column} ILIKE '%${text.toUpperCase()}%'`),
    word.map((text) => `${column} LIKE '${text}%'`),
    word.map((text) => `${column} ILIKE '%${text}'`),
    word.map((text) => `${column} ILIKE '%${text[0]}_${text.slice(2)}%'`),
    word.map((text) => `contains(lower(${column}), '${text}')`),
    word.map((text) => `contains(${column}, '${text}')`),
    word.map((text) => `starts_with(lower(${column}), '${text}')`),
    fc.tuple(word, word).map(([a, b]) => `regexp_matches(${column}, '\\b${a}\\b.*${b}')`),
    fc
      .tuple(word, fc.constantFrom("'i'", "'c'", "'si'"))
      .map(([a, options]) => `regexp_matches(${column}, '(?i)${a}', ${options})`),
    fc.tuple(word, word).map(([a, b]) => `${column} ILIKE '%${a}%${b}%'`),
    fc.constantFrom(`${column} = ''`, `length(${column}) > 40`),
  ];
}

function flagConditions(column: string): fc.Arbitrary<string> {
  return fc.constantFrom(
    column,
    `NOT ${column}`,
    `${column} = true`,
    `${column} IS NOT TRUE`,
    `coalesce(${column}, false)`,
  );
}

function timeConditions(column: string): fc.Arbitrary<string> {
  const dated = moment.map((at) => at.slice(0, 10));
  return fc.oneof(
    fc.tuple(comparison, moment).map(([operator, at]) => `${column} ${operator} TIMESTAMPTZ '${at}'`),
    fc.tuple(comparison, moment).map(([operator, at]) => `${column} ${operator} '${at}'`),
    fc.tuple(comparison, dated).map(([operator, at]) => `DATE '${at}' ${operator} ${column}`),
    fc.tuple(moment, moment).map(([a, b]) => `${column} BETWEEN '${a}' AND '${b}'`),
    fc.tuple(comparison, dated).map(([operator, at]) => `${column}::DATE ${operator} DATE '${at}'`),
    fc
      .tuple(fc.constantFrom('day', 'week', 'month', 'quarter', 'year'), comparison, dated)
      .map(
        ([unit, operator, at]) => `date_trunc('${unit}', ${column}) ${operator} DATE '${at.slice(0, 8)}01'`,
      ),
    fc
      .tuple(comparison, fc.constantFrom(2025, 2026))
      .map(([operator, year]) => `year(${column}) ${operator} ${year}`),
    fc.constantFrom(`${column} = 'infinity'`, `${column} < 'infinity'`, `month(${column}) IN (1, 12)`),
    fc.constantFrom(`dayofweek(${column}) = 1`, `${column} >= '2026-01-01' AND ${column} < '2026-02-01'`),
  );
}
