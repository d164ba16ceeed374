import { type CatalogColumn, type CatalogTable, readColumnType, storedColumns } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';

/** What the rows of one index are like. */
export interface Invention {
  /** Other seeds give other rows. */
  readonly seed: number;
  readonly rows: number;
  /** Whether times are infinite here and there, where no month is made of them. */
  readonly hasInfinity: boolean;
}

const begin = '2025-11-01';
const words = [
  'Dancing',
  'dance',
  'DANCE floor',
  'cooking',
  'İstanbul tour',
  'cat-dog',
  'naïve café',
  'Kelvin \u212A',
  'ſtraße Straße',
  'ΣΊΣΥΦΟΣ Σίσυφος',
  'ﬁne print',
  '１２３ four56',
  'zero\u200dwidth',
  "it''s 100% under_score",
  'ab\ncd\tefg',
];

/** A SELECT that gives rows for a table: each stored column by its type and role, over nothing but their number. */
export function inventedRows(table: CatalogTable, invention: Invention): string {
  const columns = storedColumns(table).map((column, at) => {
    const value = new Inventor(table, column, at, invention).value();
    return `${value} AS ${sqlName(column.name)}`;
  });
  return `SELECT ${columns.join(', ')}, NULL AS _older FROM range(${invention.rows}) AS numbers(i)`;
}

/** A key as tables of a platform write it, of a number: some of digits alone, some not. Owners are keys of other rows. */
function keyText(number: string): string {
  return `CASE (${number}) % 9 WHEN 0 THEN 'key ' || (${number}) WHEN 1 THEN '0' || (${number}) WHEN 2 THEN '-' || (${number})
    WHEN 3 THEN 'Ключ☃' || (${number}) WHEN 4 THEN (9223372036854775000 + (${number})::HUGEINT)::VARCHAR ELSE (7000000000000000000 + (${number}) * 7919)::VARCHAR END`;
}

class Inventor {
  readonly #table: CatalogTable;
  readonly #column: CatalogColumn;
  readonly #at: number;
  readonly #invention: Invention;

  constructor(table: CatalogTable, column: CatalogColumn, at: number, invention: Invention) {
    this.#table = table;
    this.#column = column;
    this.#at = at;
    this.#invention = invention;
  }

  value(): string {
    const { type, nullable, whenUnknown } = this.#column;
    const known = this.#known();
    const isKey = this.#table.key.includes(this.#column.name);
    const isNull = !isKey && (nullable || whenUnknown !== undefined);
    return isNull
      ? `CASE WHEN ${this.#random(1, 7)} = 0 THEN NULL ELSE ${known} END::${type}`
      : `(${known})::${type}`;
  }

  /** A number below `limit` for each row; another one for each `salt`. */
  #random(salt: number, limit: number | string): string {
    return `(hash(i, ${this.#invention.seed}, ${this.#at * 100 + salt}) % ${limit})::BIGINT`;
  }

  /** The number of an owner: a few of them have most rows. */
  #skewed(): string {
    return `((${this.#random(2, 40)} * ${this.#random(3, 40)}) // 9 + CASE WHEN ${this.#random(4, 3)} = 0 THEN ${this.#random(5, 1_500)} ELSE 0 END)`;
  }

  #known(): string {
    const { name, role, type } = this.#column;
    const { key } = this.#table;
    if (name === key.at(-1)) return this.#unique();
    if (key.includes(name)) return this.#identifier(this.#skewed());
    switch (role) {
      case 'owner':
        return this.#identifier(this.#skewed());
      case 'parent':
        return this.#identifier(this.#random(2, this.#invention.rows));
      case 'owner-name':
        return this.#name();
      case 'category':
        return this.#identifierOr(
          `['DE', 'FR', 'VN', '', 'Å'][1 + ${this.#random(2, 5)}]`,
          this.#random(2, 5),
        );
      case 'text':
        return this.#text();
      case 'tags':
        return this.#tags();
      default:
        return this.#ofType(type);
    }
  }

  /** What tells a row from all others. */
  #unique(): string {
    const { type } = this.#column;
    // An odd factor puts the hours of the year's 8,192 in another order, each once.
    return /TIMESTAMP/.test(type)
      ? `TIMESTAMPTZ '${begin}' + to_hours((i * 2_731) % 8_192)`
      : this.#identifier('i');
  }

  #identifier(number: string): string {
    return this.#identifierOr(
      keyText(number),
      `CASE WHEN (${number}) % 5 = 0 THEN -(${number}) ELSE (${number}) * 11 END`,
    );
  }

  #identifierOr(text: string, number: string): string {
    if (this.#column.type === 'VARCHAR') return text;
    return this.#column.type === 'UBIGINT' || this.#column.type === 'SMALLINT'
      ? `abs(${number}) % 30_000`
      : number;
  }

  /** People change their names, and some have that of another. */
  #name(): string {
    const { type, nameOf } = this.#column;
    const owner = storedColumns(this.#table).find(({ name }) => name === nameOf);
    const own = `coalesce(hash(${owner === undefined ? 'i' : 'i % 700'}) % 400, 0)`;
    return type === 'VARCHAR'
      ? `CASE WHEN ${this.#random(2, 9)} = 0 THEN 'renamed' ELSE 'náme ' || (${own}) END`
      : own;
  }

  #text(): string {
    const word = (salt: number) =>
      `[${words.map((each) => `'${each}'`).join(', ')}][1 + ${this.#random(salt, words.length)}]`;
    return `CASE ${this.#random(2, 9)} WHEN 0 THEN '' WHEN 1 THEN upper(${word(3)}) ELSE ${word(3)} || ' ' || (i % 9) || ' 🎈 #tag' || (i % 4)
      || [' ', '-', '', '.'][1 + ${this.#random(4, 4)}] || ${word(5)} || ' word' || ${this.#random(6, 301)} END`;
  }

  /** Some repeated, one empty, one NULL, and some lists of none. */
  #tags(): string {
    const tag = (salt: number, limit: number) => `'tag' || ${this.#random(salt, limit)}`;
    return `CASE ${this.#random(2, 10)} WHEN 0 THEN []::VARCHAR[] WHEN 1 THEN ['', 'Tág☃', NULL, ${tag(3, 4)}]
      ELSE [${tag(3, 4)}, ${tag(4, 3)}, 'rare' || ${this.#random(5, 1_409)}] END`;
  }

  #ofType(type: string): string {
    const read = readColumnType(type);
    switch (read?.name) {
      case 'BOOLEAN':
        return `${this.#random(2, 3)} = 0`;
      case 'SMALLINT':
      case 'INTEGER':
        return `${this.#random(2, 60)} * 100 - 700`;
      case 'BIGINT':
        return this.#count('-3');
      case 'UBIGINT':
        return this.#count('18446744073709551615');
      // Halves and quarters, whose sums are the same in any order.
      case 'DOUBLE':
        return `(${this.#random(2, 4_000)} - 90) / 4`;
      case 'DECIMAL':
        return `(${this.#random(2, 4_000)} - 90) / 8`;
      case 'DATE':
        return `DATE '${begin}' + ${this.#random(2, 250)}::INTEGER`;
      case 'TIMESTAMP':
      case 'TIMESTAMP WITH TIME ZONE':
        return this.#time();
      case 'LIST':
        return `[${this.#random(2, 5)}]`;
      case 'VARCHAR':
        return `CASE ${this.#random(2, 8)} WHEN 0 THEN '' ELSE 'válue ' || ${this.#random(3, 60)} END`;
      default:
        return this.#structs(type);
    }
  }

  /** Lists of structs: with texts that JSON writes otherwise, large numbers, and NULL in places. */
  #structs(type: string): string {
    const struct = (salt: number) => {
      const fields = [...type.matchAll(/("?\w+"?) (VARCHAR|BOOLEAN|INTEGER|BIGINT)/g)].map(
        ([, name, field], at) => {
          const some = this.#random(salt + at, 1_000);
          const values: Readonly<Record<string, string>> = {
            VARCHAR: `['', 'a "b" \\\\', 'tábs' || chr(9) || chr(31), '☃' || ${some}, NULL][1 + ${some} % 5]`,
            BOOLEAN: `[true, false, NULL][1 + ${some} % 3]`,
            BIGINT: `CASE ${some} % 3 WHEN 0 THEN NULL WHEN 1 THEN 9007199254740993 ELSE -${some} END`,
            INTEGER: `CASE ${some} % 3 WHEN 0 THEN NULL ELSE ${some} END`,
          };
          return `${name} := ${values[field ?? '']}`;
        },
      );
      return `struct_pack(${fields.join(', ')})::${type.replace(/\[\]$/, '')}`;
    };
    return `CASE ${this.#random(2, 5)} WHEN 0 THEN [] WHEN 1 THEN [NULL] ELSE [${struct(20)}, ${struct(40)}] END`;
  }

  /** Mostly small, with many ties; half of the columns have a long tail. */
  #count(extreme: string): string {
    const often =
      this.#at % 2 === 0
        ? this.#random(2, 900)
        : `${this.#random(2, 30)} * ${this.#random(3, 30)} * ${this.#random(4, 30)}`;
    return `CASE WHEN ${this.#random(5, 400)} = 0 THEN ${extreme} ELSE ${often} END`;
  }

  #time(): string {
    const { name, type } = this.#column;
    const time = type === 'TIMESTAMP' ? 'TIMESTAMP' : 'TIMESTAMPTZ';
    const isByMonth = name === this.#table.partitionBy;
    const finite = `${time} '${begin}' + CASE ${this.#random(2, 3)} WHEN 0 THEN to_days(${this.#random(3, 250)}::INTEGER)
      WHEN 1 THEN to_hours(${this.#random(3, 6_000)}) ELSE to_microseconds(${this.#random(3, 21_000)} * 1_000_000_007) END`;
    if (!this.#invention.hasInfinity || isByMonth) return finite;
    return `CASE ${this.#random(6, 60)} WHEN 0 THEN 'infinity' WHEN 1 THEN '-infinity' ELSE ${finite} END::${type}`;
  }
}

/** A value as an SQL literal of its column's type. */
export function literalOf({ type }: CatalogColumn, text: string): string {
  if (/INT|DOUBLE|DECIMAL/.test(type)) return text;
  const prefix =
    type === 'TIMESTAMP WITH TIME ZONE' ? 'TIMESTAMPTZ ' : /^(DATE|TIMESTAMP)$/.test(type) ? `${type} ` : '';
  return type === 'BOOLEAN' ? text : `${prefix}${sqlString(text)}`;
}
