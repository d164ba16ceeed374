import { builtInCatalog } from '@sdq/catalog';
import type { Random } from './random.ts';

/** Calls a generated expression may make, by name; how they are planted is up to the grammar. */
export interface Vocabulary {
  readonly scalar: readonly string[];
  readonly aggregate: readonly string[];
  readonly window: readonly string[];
}

const tables = builtInCatalog.tablesOf('shortvideo');
const operators = '+ - * / % // || = <> < <= > >= AND OR LIKE ILIKE IN & | << ^@ ~ -> ->> IS'.split(' ');
const types =
  'INTEGER BIGINT DOUBLE VARCHAR DATE TIMESTAMP TIMESTAMPTZ BOOLEAN BLOB UUID JSON INTERVAL VARCHAR[] DECIMAL(18,3)';
const castTypes = types.split(' ');
const texts = [
  "''",
  "'a'",
  "'%a_'",
  "'2025-01-01'",
  '\'{"a": [1]}\'',
  "'$.a'",
  "'é🎈'",
  "'1 day'",
  "'it''s'",
];
const numbers = '0 1 -1 2 7 100 0.5 -0.0 1e300 9223372036854775807 -9223372036854775808 NULL true'.split(' ');

/**
 * SELECT statements of DuckDB's grammar over the tables: every clause, nested to a depth. Types are not heeded, so
 * many fail while they are bound or run; that is part of what is tested.
 */
export class SelectGrammar {
  readonly #random: Random;
  readonly #words: Vocabulary;
  #ctes: string[] = [];

  constructor(random: Random, words: Vocabulary) {
    this.#random = random;
    this.#words = words;
  }

  statement(depth = 3): string {
    const with_ = this.#random.chance(0.25) ? this.#with(depth) : '';
    const text = with_ + this.query(depth);
    this.#ctes = [];
    return text;
  }

  query(depth: number): string {
    const random = this.#random;
    if (depth > 0 && random.chance(0.12)) {
      const set = random.pick(['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT ALL', 'UNION ALL BY NAME']);
      return `(${this.query(depth - 1)}) ${set} (${this.query(depth - 1)})`;
    }
    if (random.chance(0.05)) return `FROM ${this.#from(depth)} LIMIT 5`;
    if (random.chance(0.04)) return `VALUES (${this.expression(depth)}, ${this.expression(depth)})`;
    if (random.chance(0.04)) {
      return `PIVOT videos ON region IN ('DE', 'FR') USING ${this.#aggregate(1)} GROUP BY language`;
    }
    return this.#select(depth);
  }

  expression(depth: number): string {
    const random = this.#random;
    if (depth <= 0 || random.chance(0.25)) return this.#leaf();
    const inner = () => this.expression(depth - 1);
    switch (random.below(14)) {
      case 0:
      case 1:
        return `(${inner()} ${random.pick(operators)} ${inner()})`;
      case 2:
      case 3:
      case 4:
        return `${random.pick(this.#words.scalar)}(${random.some(0, 3, inner).join(', ')})`;
      case 5:
        return `CASE WHEN ${inner()} THEN ${inner()} ELSE ${inner()} END`;
      case 6:
        return `${random.pick(['CAST', 'TRY_CAST'])}(${inner()} AS ${random.pick(castTypes)})`;
      case 7:
        return `(${this.query(depth - 2)})`;
      case 8:
        return `${random.pick(['', 'NOT '])}EXISTS (${this.query(depth - 2)})`;
      case 9:
        return `[${random.some(0, 3, inner).join(', ')}]${random.chance(0.5) ? `[${inner()}]` : ''}`;
      case 10:
        return `{'a': ${inner()}, 'b': ${inner()}}${random.chance(0.5) ? '.a' : ''}`;
      case 11:
        return `list_${random.pick(['transform', 'filter'])}(hashtags, lambda x: ${inner()})`;
      case 12:
        return this.#window(depth);
      default:
        return `${inner()} ${random.pick(['BETWEEN 1 AND', 'IS DISTINCT FROM', 'IN (1,', 'NOT IN (NULL,'])} ${inner()}`.replace(
          /(IN \([^(]*,)(.*)$/s,
          '$1$2)',
        );
    }
  }

  #with(depth: number): string {
    const random = this.#random;
    const parts = random.some(1, 3, () => {
      const name = random.pick(['a', 'b', 'videos', 'x y', 'recent', 'authors']);
      const text = `"${name}" AS ${random.pick(['', 'MATERIALIZED ', 'NOT MATERIALIZED '])}(${this.query(depth - 1)})`;
      this.#ctes.push(name);
      return text;
    });
    if (random.chance(0.3)) {
      parts.push(`r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < ${random.below(9)})`);
      this.#ctes.push('r');
      return `WITH RECURSIVE ${parts.join(', ')} `;
    }
    return `WITH ${parts.join(', ')} `;
  }

  #select(depth: number): string {
    const random = this.#random;
    const items = random.some(1, 3, () => this.#item(depth));
    const clauses = [
      `SELECT ${random.chance(0.1) ? 'DISTINCT ' : ''}${items.join(', ')}`,
      random.chance(0.9) ? `FROM ${this.#from(depth)}` : '',
      random.chance(0.4) ? `WHERE ${this.expression(depth - 1)}` : '',
      random.chance(0.2)
        ? `GROUP BY ${random.pick(['ALL', '1', 'ROLLUP (region)', 'GROUPING SETS ((region), ())'])}`
        : '',
      random.chance(0.1) ? `HAVING ${this.expression(depth - 1)}` : '',
      random.chance(0.1) ? `QUALIFY ${this.#window(depth)} = 1` : '',
      random.chance(0.2) ? `ORDER BY ${random.pick(['ALL', '1', 'region', this.expression(depth - 1)])}` : '',
      random.chance(0.5) ? `LIMIT ${random.pick(['3', '10', '5%', this.#leaf()])}` : '',
    ];
    return clauses.filter((clause) => clause !== '').join(' ');
  }

  #item(depth: number): string {
    const random = this.#random;
    switch (random.below(8)) {
      case 0:
        return random.pick([
          '*',
          'videos.*',
          '* EXCLUDE (author)',
          '* REPLACE (1 AS author)',
          "COLUMNS('.*_count')",
        ]);
      case 1:
      case 2:
        return this.#aggregate(depth);
      case 3:
        return `${this.expression(depth)} AS ${random.pick(['n', '"a b"', 'author', 'file'])}`;
      default:
        return this.expression(depth);
    }
  }

  #from(depth: number): string {
    const random = this.#random;
    const one = () => {
      if (depth > 0 && random.chance(0.15)) return `(${this.query(depth - 1)}) AS s`;
      if (random.chance(0.08)) return `range(${random.below(20)}) AS g(i)`;
      if (random.chance(0.05)) return 'unnest([1, 2, 3]) AS u(x)';
      if (this.#ctes.length > 0 && random.chance(0.4)) return `"${random.pick(this.#ctes)}"`;
      return random.pick(
        random.chance(0.6) ? ['videos', 'VIDEOS', '"videos"', 'videos v'] : tables.map((t) => t.name),
      );
    };
    if (depth <= 1 || random.chance(0.75)) return one();
    const join = random.pick(['JOIN', 'LEFT JOIN', 'FULL JOIN', 'SEMI JOIN', 'ANTI JOIN', 'ASOF JOIN']);
    if (random.chance(0.2)) return `${one()} POSITIONAL JOIN ${one()}`;
    return `${one()} ${join} ${one()} ${random.pick(['USING (video_id)', `ON ${this.expression(1)}`])}`;
  }

  #aggregate(depth: number): string {
    const random = this.#random;
    const name = random.pick(this.#words.aggregate);
    const order = random.chance(0.2) ? ' ORDER BY video_id' : '';
    const filter = random.chance(0.2) ? ` FILTER (WHERE ${this.expression(depth - 1)})` : '';
    return `${name}(${random.some(1, 2, () => this.expression(depth - 2)).join(', ')}${order})${filter}`;
  }

  #window(depth: number): string {
    const random = this.#random;
    const frame = random.pick(['', 'ROWS 2 PRECEDING', 'RANGE UNBOUNDED PRECEDING', 'GROUPS CURRENT ROW']);
    const call = random.chance(0.5) ? `${random.pick(this.#words.window)}()` : this.#aggregate(depth - 1);
    return `${call} OVER (PARTITION BY ${this.#leaf()} ORDER BY ${this.#leaf()} ${frame})`;
  }

  #leaf(): string {
    const random = this.#random;
    if (random.chance(0.5)) return random.pick(random.pick(tables).columns).name;
    return random.pick(random.chance(0.5) ? texts : numbers);
  }
}
