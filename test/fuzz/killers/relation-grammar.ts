import type { Random } from '../sql/random.ts';

const joins = [
  'JOIN',
  'LEFT JOIN',
  'RIGHT JOIN',
  'FULL JOIN',
  'SEMI JOIN',
  'ANTI JOIN',
  'ASOF JOIN',
  'ASOF LEFT JOIN',
  'ASOF RIGHT JOIN',
  'ASOF FULL JOIN',
];
const setOperations = [
  'UNION',
  'UNION ALL',
  'INTERSECT',
  'INTERSECT ALL',
  'EXCEPT',
  'EXCEPT ALL',
  'UNION BY NAME',
  'UNION ALL BY NAME',
];
const comparisons = ['=', '<>', '<', '>=', '>', '<=', 'IS DISTINCT FROM', 'IS NOT DISTINCT FROM'];
const empties = [
  '',
  '',
  '',
  ' WHERE false',
  ' WHERE a IS NULL',
  ' LIMIT 0',
  ' OFFSET 2',
  ' LIMIT 1 OFFSET 1',
];

/**
 * Statements of joins of every kind over set operations, subqueries that name outer columns, samples, windows, pivots and
 * recursions. Every relation has the columns `a` (BIGINT), `b` (BIGINT or list), `t` (TIMESTAMPTZ), `s` (VARCHAR).
 */
export class RelationGrammar {
  readonly #random: Random;
  #aliases = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  statement(): string {
    const random = this.#random;
    const drawn = random.fraction();
    if (drawn < 0.08) return this.#pivot();
    if (drawn < 0.14) return this.#unpivot();
    if (drawn < 0.22) return this.#recursion();
    const ctes = random.chance(0.25)
      ? `WITH q AS ${random.pick(['', 'MATERIALIZED ', 'NOT MATERIALIZED '])}(${this.#relation(1)}) `
      : '';
    const tail = random.pick([
      '',
      '',
      ' ORDER BY ALL',
      ' ORDER BY 1 LIMIT 3',
      ' LIMIT (SELECT 2)',
      ' LIMIT 50%',
      ' USING SAMPLE 3 ROWS',
      ' ORDER BY 1 DESC OFFSET 1',
    ]);
    return `${ctes}${this.#select(3, ctes !== '')}${tail}`;
  }

  #alias(): string {
    return `x${++this.#aliases}`;
  }

  #leaf(): string {
    const random = this.#random;
    const rows = random.pick(['1', '3', '10', '10', '300']);
    return random.pick([
      `SELECT i AS a, i % 3 AS b, TIMESTAMPTZ '2025-01-01' + to_days(i::INTEGER) AS t, 's' || i % 2 AS s FROM range(${rows}) r(i)${random.pick(['', ' WHERE i > 4', ' WHERE i < 0'])}`,
      `SELECT play_count AS a, like_count AS b, create_time AS t, region AS s FROM videos${random.pick(empties.slice(0, 4).concat(' TABLESAMPLE 10%', ' TABLESAMPLE reservoir(20 ROWS)', ''))}`.replace(
        'WHERE a',
        'WHERE like_count',
      ),
      'SELECT NULL::BIGINT AS a, 1::BIGINT AS b, NULL::TIMESTAMPTZ AS t, NULL::VARCHAR AS s',
      "SELECT unnest([1, NULL, 2])::BIGINT AS a, unnest([3])::BIGINT AS b, now() AS t, 'z' AS s",
      "SELECT * FROM (VALUES (1::BIGINT, NULL::BIGINT, TIMESTAMPTZ 'infinity', ''), (NULL, 2, TIMESTAMPTZ '-infinity', 'é')) v(a, b, t, s)",
    ]);
  }

  /** A query with the four columns. */
  #relation(depth: number, outer: readonly string[] = []): string {
    const random = this.#random;
    if (depth === 0) return this.#leaf();
    switch (random.below(7)) {
      case 0:
        return `(${this.#relation(depth - 1, outer)}) ${random.pick(setOperations)} (${this.#relation(depth - 1, outer)})`;
      case 1: {
        const x = this.#alias();
        return `SELECT ${x}.a, ${this.#number([x, ...outer], depth - 1)} AS b, ${x}.t, ${x}.s FROM (${this.#relation(depth - 1)}) ${x} WHERE ${this.#condition([x, ...outer], depth - 1)}`;
      }
      case 2: {
        const x = this.#alias();
        return `SELECT max(a) AS a, count(*) AS b, min(t) AS t, s FROM (${this.#relation(depth - 1)}) ${x} GROUP BY ${random.pick(['s', 'ROLLUP (s)', 'CUBE (s, a)', 'GROUPING SETS ((s), ())', 's, a % 2'])}`;
      }
      case 3:
        return `SELECT DISTINCT ${random.pick(['', 'ON (s) ', 'ON (a, t) '])}a, b, t, s FROM (${this.#relation(depth - 1)}) ${this.#alias()}`;
      case 4:
        return `SELECT a, b, t, s FROM (${this.#relation(depth - 1)}) ${this.#alias()} ORDER BY ${random.pick(['a', 'b DESC', 's COLLATE NOCASE', 't NULLS FIRST', 'ALL'])} LIMIT ${random.pick(['2', '0', '1000', '10%'])}`;
      case 5: {
        const x = this.#alias();
        return `SELECT a, ${this.#window([x])} AS b, t, s FROM (${this.#relation(depth - 1)}) ${x}${random.pick(['', ' QUALIFY row_number() OVER (PARTITION BY s ORDER BY a) = 1'])}`;
      }
      default:
        return this.#leaf();
    }
  }

  #window([x = '']: readonly string[]): string {
    const random = this.#random;
    const call = random.pick([
      'sum(a)',
      'count(*)',
      'row_number()',
      'lag(a)',
      'first_value(a)',
      'max(a)',
      'fill(a)',
      'sum(DISTINCT a)',
      'quantile_disc(a, 0.5)',
      'list(a)[1]',
      'mode(a)',
      'nth_value(a, 2)',
      'dense_rank()',
    ]);
    const order = random.pick(['a', 't', 's DESC', `${x}.a, ${x}.b`]);
    const frame = random.pick([
      '',
      '',
      ' ROWS 2 PRECEDING',
      ' GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES',
      ' ROWS BETWEEN 3 FOLLOWING AND 1 FOLLOWING',
      ' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING EXCLUDE GROUP',
    ]);
    return `${call} OVER (${random.pick(['', 'PARTITION BY s '])}ORDER BY ${order}${frame})`;
  }

  #from(depth: number, hasCte: boolean): { sql: string; aliases: string[] } {
    const random = this.#random;
    const first = this.#alias();
    const table = (d: number, outer: readonly string[] = []) =>
      hasCte && random.chance(0.4) ? 'q' : `(${this.#relation(d, outer)})`;
    let sql = `${table(depth - 1)} ${first}`;
    const aliases = [first];
    for (let more = random.below(3); more > 0; more--) {
      const next = this.#alias();
      const before = random.pick(aliases);
      const drawn = random.fraction();
      if (drawn < 0.1) sql += ` POSITIONAL JOIN ${table(depth - 1)} ${next}`;
      else if (drawn < 0.3) {
        const kind = random.pick([', ', ' JOIN ', ' LEFT JOIN ', ' CROSS JOIN ']);
        const on = /^ (?:LEFT )?JOIN/.test(kind)
          ? ` ON ${random.pick(['true', 'false', `${before}.a = ${next}.a`, `${next}.a > ${before}.b`])}`
          : '';
        sql += `${kind}LATERAL (${this.#relation(depth - 1, aliases)}) ${next}${on}`;
      } else if (drawn < 0.35) sql += ` NATURAL JOIN ${table(depth - 1)} ${next}`;
      else {
        const join = random.pick(joins);
        const inequality = `${before}.${random.pick(['a', 't'])} >= ${next}.${random.pick(['a', 't'])}`
          .replace(/\.a >= (\w+)\.t/, '.a >= $1.a')
          .replace(/\.t >= (\w+)\.a/, '.t >= $1.t');
        const on = join.startsWith('ASOF')
          ? `${random.pick(['', `${before}.s = ${next}.s AND `, `${before}.s = ${next}.s AND ${before}.b IS NOT DISTINCT FROM ${next}.b AND `])}${inequality}`
          : this.#condition([before, next], depth - 2, before, next);
        sql += ` ${join} ${table(depth - 1)} ${next} ON ${on}`;
        if (/SEMI|ANTI/.test(join)) continue;
      }
      aliases.push(next);
    }
    return { sql, aliases };
  }

  #select(depth: number, hasCte = false): string {
    const random = this.#random;
    const { sql, aliases } = this.#from(depth, hasCte);
    const where = random.chance(0.5) ? ` WHERE ${this.#condition(aliases, depth - 1)}` : '';
    const drawn = random.fraction();
    const x = random.pick(aliases);
    if (drawn < 0.25) {
      const group = random.pick([
        `${x}.s`,
        `ROLLUP (${x}.s, ${x}.a % 2)`,
        `GROUPING SETS ((${x}.a % 2), (${x}.s), ())`,
      ]);
      return `SELECT ${random.pick(['count(*)', `sum(${x}.a) FILTER (WHERE ${x}.b > 0)`, `list(DISTINCT ${x}.a ORDER BY ${x}.a)`, `grouping(${x}.s)`, `(SELECT max(z.a) FROM (${this.#leaf()}) z WHERE z.s = ${x}.s)`])} FROM ${sql}${where} GROUP BY ${group}${random.pick(['', ' HAVING count(*) > 1'])}`;
    }
    const values = random.some(1, 3, () => this.#number(aliases, depth - 1));
    return `SELECT ${random.chance(0.2) ? '*' : values.join(', ')} FROM ${sql}${where}`;
  }

  /** An expression of a number, perhaps with a subquery that names outer columns. */
  #number(outer: readonly string[], depth: number): string {
    const random = this.#random;
    const x = random.pick(outer);
    if (depth <= 0 || random.chance(0.4))
      return random.pick([`${x}.a`, `${x}.b`, '1', `coalesce(${x}.a, 0)`]);
    const z = this.#alias();
    const from = `(${this.#relation(depth - 1, random.chance(0.3) ? outer : [])}) ${z}`;
    return random.pick([
      `(SELECT max(${z}.a) FROM ${from} WHERE ${this.#condition([z, ...outer], depth - 1)})`,
      `(SELECT ${z}.a FROM ${from} ORDER BY ${z}.a, ${x}.b LIMIT 1)`,
      `(SELECT count(*) FILTER (WHERE ${z}.a > ${x}.a) FROM ${from})`,
      `(SELECT sum(${z}.a) OVER (ORDER BY ${x}.a) FROM ${from} LIMIT 1)`,
      `len(ARRAY(SELECT ${z}.a + ${x}.a FROM ${from} LIMIT 3))`,
      `(SELECT arg_max(${x}.a, ${z}.a) FROM ${from} GROUP BY ALL LIMIT 1)`,
      `(SELECT unnest([${x}.a, ${z}.a]) FROM ${from} LIMIT 1)`,
    ]);
  }

  #condition(outer: readonly string[], depth: number, left?: string, right?: string): string {
    const random = this.#random;
    const x = left ?? random.pick(outer);
    const y = right ?? random.pick(outer);
    const plain = () =>
      random.pick([
        `${x}.a ${random.pick(comparisons)} ${y}.b`,
        `${x}.s = ${y}.s`,
        `${x}.t ${random.pick(comparisons)} ${y}.t`,
        `${x}.a BETWEEN ${y}.b - 1 AND ${y}.b + 1`,
        `${x}.a IN (1, ${y}.b, NULL)`,
        `(${x}.a, ${x}.s) ${random.pick(comparisons)} (${y}.a, ${y}.s)`,
        'true',
        'NULL',
      ]);
    if (depth <= 0 || random.chance(0.5)) return plain();
    const z = this.#alias();
    const from = `(${this.#relation(depth - 1, random.chance(0.3) ? outer : [])}) ${z}`;
    const not = random.chance(0.4) ? 'NOT ' : '';
    return random.pick([
      `${not}EXISTS (SELECT 1 FROM ${from} WHERE ${z}.a ${random.pick(comparisons)} ${x}.a)`,
      `${x}.a ${not}IN (SELECT ${z}.b FROM ${from})`,
      `(${x}.a, ${x}.s) ${not}IN (SELECT ${z}.a, ${z}.s FROM ${from} WHERE ${z}.b = ${y}.b)`,
      `${x}.a ${random.pick(comparisons.slice(0, 6))} ${random.pick(['ANY', 'ALL'])} (SELECT ${z}.b FROM ${from} WHERE ${z}.s = ${y}.s)`,
      `${plain()} ${random.pick(['AND', 'OR'])} ${plain()}`,
      `CASE WHEN ${plain()} THEN ${plain()} ELSE ${plain()} END`,
    ]);
  }

  #pivot(): string {
    const random = this.#random;
    const using = random.pick([
      'sum(a)',
      'count(*)',
      'list(a ORDER BY b)',
      'max(t)',
      'first(s)',
      'sum(a) AS x, count(*) AS y',
      'quantile_cont(a, [0.5, 0.1])',
      'count(DISTINCT a)',
    ]);
    const on = random.pick([
      "s IN ('s0', 's1', NULL)",
      'b IN (0, 1)',
      "s IN ('', 'é'), b IN (1, 2)",
      "(s, b) IN (('s0', 1))",
      "s || 'x' IN ('s0x')",
    ]);
    const group = random.pick(['', ' GROUP BY a', ' GROUP BY s', ' GROUP BY t, a']);
    return `FROM (PIVOT (${this.#relation(2)}) ON ${on} USING ${using}${group})`;
  }

  #unpivot(): string {
    const random = this.#random;
    const nulls = random.pick(['', ' INCLUDE NULLS']);
    const columns = random.pick([
      'a, b',
      'COLUMNS(* EXCLUDE (t, s))',
      "(a, b) AS 'p', (b, a) AS 'q'",
      'a + 1 AS c, b',
    ]);
    return columns.startsWith('(')
      ? `FROM (${this.#relation(2)}) UNPIVOT${nulls} ((v, w) FOR k IN (${columns}))`
      : `FROM (UNPIVOT${nulls} (${this.#relation(2)}) ON ${columns} INTO NAME k VALUE v)`;
  }

  #recursion(): string {
    const random = this.#random;
    const key = random.pick(['', '', ' USING KEY (a)', ' USING KEY (a, s)']);
    const union = key === '' ? random.pick(['UNION', 'UNION ALL']) : random.pick(['UNION', 'UNION ALL']);
    const step = random.pick([
      'SELECT a + 1, b, t, s FROM r WHERE a < 5',
      `SELECT r.a + 1, x.b, x.t, r.s FROM r ${random.pick(joins)} (${this.#leaf()}) x ON r.a ${random.pick(['=', '>='])} x.a WHERE r.a < 4`,
      'SELECT a + 1, (SELECT max(b) FROM r), t, s FROM r WHERE a < 5',
      'SELECT r.a + 1, y.b, r.t, r.s FROM r, LATERAL (SELECT r.b + 1 AS b) y WHERE r.a < 5',
      'SELECT a + 1, sum(b) OVER (ORDER BY a), t, s FROM r WHERE a < 3',
      'SELECT max(a) + 1, count(*), min(t), s FROM r WHERE a < 4 GROUP BY s',
      'SELECT a + 1, b, t, s FROM r WHERE a < 5 ORDER BY a LIMIT 2',
      'SELECT r.a + 1, z.b, r.t, r.s FROM r JOIN recurring.r z ON r.a = z.a WHERE r.a < 4',
    ]);
    const x = this.#alias();
    return `WITH RECURSIVE r(a, b, t, s)${key} AS ((${this.#relation(1)}) ${union} ${step}) SELECT ${this.#number([x], 2)} FROM r ${x} WHERE ${this.#condition([x], 2)}`;
  }
}
