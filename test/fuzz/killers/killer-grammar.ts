import type { Random } from '../sql/random.ts';
import { literal, randomType } from './nasty-values.ts';
import type { Overload } from './overloads.ts';
import { RelationGrammar } from './relation-grammar.ts';

const typeNames: Readonly<Record<string, string>> = {
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMPTZ',
  'TIME WITH TIME ZONE': 'TIMETZ',
  DECIMAL: 'DECIMAL(18,3)',
  INTEGER_LITERAL: 'INTEGER',
  STRING_LITERAL: 'VARCHAR',
};

interface Column {
  readonly name: string;
  readonly type: string;
}

const bounds = [
  'UNBOUNDED PRECEDING',
  'CURRENT ROW',
  '1 PRECEDING',
  '3 FOLLOWING',
  'UNBOUNDED FOLLOWING',
  '0 PRECEDING',
  '(-1) PRECEDING',
  '9223372036854775807 FOLLOWING',
  '(NULL) PRECEDING',
  'i FOLLOWING',
  '(i - 2) PRECEDING',
];

/**
 * Statements that call the offered functions with values at the edges of their types, as constants and as columns,
 * plainly, with DISTINCT, ORDER BY and FILTER, over frames, in lambdas, lists, casts, joins, pivots and recursions.
 */
export class KillerGrammar {
  readonly #random: Random;
  readonly #overloads: Readonly<Record<Overload['kind'], readonly Overload[]>>;
  #columns: Column[] = [];

  constructor(random: Random, overloads: readonly Overload[]) {
    this.#random = random;
    this.#overloads = {
      scalar: overloads.filter(({ kind }) => kind === 'scalar'),
      aggregate: overloads.filter(({ kind }) => kind === 'aggregate'),
      window: overloads.filter(({ kind }) => kind === 'window'),
    };
  }

  statement(): string {
    const random = this.#random;
    if (random.chance(0.3)) return new RelationGrammar(random).statement();
    this.#columns = [];
    const drawn = random.fraction();
    const body =
      drawn < 0.4
        ? this.#calls('scalar')
        : drawn < 0.6
          ? this.#aggregates()
          : drawn < 0.8
            ? this.#windows()
            : drawn < 0.87
              ? this.#casts()
              : drawn < 0.93
                ? this.#lambdas()
                : this.#inLists();
    return body.replaceAll('#FROM', this.#from());
  }

  /** The rows that columns were taken from: their values, often many times, so that vectors are of several kinds. */
  #from(): string {
    const random = this.#random;
    const columns = this.#columns.length > 0 ? this.#columns : [{ name: 'c', type: 'INTEGER' }];
    const rows = random.some(1, 4, () => `(${columns.map(({ type }) => literal(random, type)).join(', ')})`);
    const names = columns.map(({ name }) => name).join(', ');
    const many = random.pick(['1', '1', '3', '7', '2049']);
    const part = random.chance(0.1) ? ' WHERE i % 3 <> 1' : '';
    return `FROM (SELECT * FROM (VALUES ${rows.join(', ')}) v(${names}), range(${many}) r(i)${part}) f`;
  }

  #calls(kind: 'scalar'): string {
    const random = this.#random;
    const calls = random.some(1, 2, () => this.#call(kind, 2));
    switch (random.below(8)) {
      case 0:
        return `SELECT count(*) #FROM WHERE ${calls[0]} IS NOT NULL`;
      case 1:
        return `SELECT ${calls[0]} AS k, count(*) #FROM GROUP BY ${random.pick(['k', 'ROLLUP (k, i)', 'CUBE (k, i)'])}`;
      case 2:
        return `SELECT i #FROM ORDER BY ${calls.join(', ')} LIMIT 5`;
      case 3:
        return `SELECT DISTINCT ${calls.join(', ')} #FROM`;
      default:
        return `SELECT ${calls.join(', ')} #FROM`;
    }
  }

  #aggregates(): string {
    const random = this.#random;
    const calls = random.some(1, 2, () => this.#aggregate());
    const key = random.chance(0.5) ? '' : ` GROUP BY ${this.#groups()}`;
    return `SELECT ${calls.join(', ')} #FROM${key}`;
  }

  #groups(): string {
    const random = this.#random;
    const expression = this.#argument(randomType(random), 0);
    return random.pick([
      'i % 3',
      expression,
      `GROUPING SETS ((), (i % 2), (${expression}))`,
      `CUBE (i % 2, ${expression})`,
    ]);
  }

  #aggregate(): string {
    const random = this.#random;
    const { name, types, varargs } = random.pick(this.#overloads.aggregate);
    const list = this.#arguments(types, varargs, 1);
    const distinct = random.chance(0.2) ? 'DISTINCT ' : '';
    const order = random.chance(0.25) ? ` ORDER BY ${this.#order()}` : '';
    const filter = random.chance(0.2) ? ` FILTER (WHERE ${this.#condition()})` : '';
    return `${name}(${distinct}${list}${order})${filter}`;
  }

  #order(): string {
    const random = this.#random;
    const direction = random.pick(['', ' DESC', ' NULLS FIRST', ' DESC NULLS LAST']);
    return `${random.chance(0.5) ? 'i' : this.#argument(randomType(random), 0)}${direction}`;
  }

  #condition(): string {
    return this.#random.pick(['i % 2 = 0', 'false', 'NULL', 'i > 3', 'i IS NULL']);
  }

  #windows(): string {
    const random = this.#random;
    const calls = random.some(1, 2, () => this.#window());
    const qualify = random.chance(0.1) ? ` QUALIFY ${calls[0]} IS NOT NULL` : '';
    return `SELECT ${calls.join(', ')} #FROM${qualify}`;
  }

  #window(): string {
    const random = this.#random;
    const { name, kind, types, varargs } = random.pick(
      this.#overloads[random.chance(0.5) ? 'window' : 'aggregate'],
    );
    const list = this.#arguments(types, varargs, 0);
    const distinct = kind === 'aggregate' && random.chance(0.2) ? 'DISTINCT ' : '';
    const order = random.chance(0.3) ? ` ORDER BY ${this.#order()}` : '';
    const nulls = random.chance(0.1) ? ' IGNORE NULLS' : '';
    const filter = random.chance(0.2) ? ` FILTER (WHERE ${this.#condition()})` : '';
    const partition = random.chance(0.3) ? 'PARTITION BY i % 3 ' : '';
    return `${name}(${distinct}${list}${order}${nulls})${filter} OVER (${partition}${this.#frame()})`;
  }

  #frame(): string {
    const random = this.#random;
    if (random.chance(0.15)) return '';
    const isRange = random.chance(0.35);
    const type = randomType(random, 0);
    const order = `ORDER BY ${isRange ? `${this.#column(type)}${random.pick(['', ' DESC'])}` : this.#order()}`;
    if (random.chance(0.2)) return order;
    const unit = isRange ? 'RANGE' : random.pick(['ROWS', 'GROUPS']);
    const bound = () =>
      isRange && random.chance(0.7)
        ? `(${literal(random, /^(?:DATE|TIME)/.test(type) ? 'INTERVAL' : type)}) ${random.pick(['PRECEDING', 'FOLLOWING'])}`
        : random.pick(bounds);
    const exclude = random.chance(0.25)
      ? ` EXCLUDE ${random.pick(['CURRENT ROW', 'GROUP', 'TIES', 'NO OTHERS'])}`
      : '';
    return `${order} ${unit} BETWEEN ${bound()} AND ${bound()}${exclude}`;
  }

  #casts(): string {
    const random = this.#random;
    const cast = () => {
      const value = this.#argument(randomType(random), 1);
      const type = randomType(random);
      return random.pick([
        `(${value})::${type}`,
        `TRY_CAST(${value} AS ${type})`,
        `((${value})::VARCHAR)::${type}`,
      ]);
    };
    const compared = random.pick([
      '=',
      '<',
      'IS DISTINCT FROM',
      '>=',
      '||',
      '+',
      '-',
      '*',
      '/',
      '//',
      '%',
      '<<',
      '&',
    ]);
    return random.pick([
      `SELECT ${cast()} #FROM`,
      `SELECT ${cast()} ${compared} ${cast()} #FROM`,
      `SELECT (${cast()}) COLLATE ${random.pick(['NOCASE', 'de', 'NOACCENT.NOCASE', 'NFC'])} AS k #FROM ORDER BY k`,
      `SELECT (${cast()})[${random.pick(['0', '-1', '1:2', '-1:', '2:-:2', '9223372036854775807', '-9223372036854775808', 'NULL'])}] #FROM`,
      `SELECT unnest(${cast()}${random.pick(['', ', recursive := true', ', max_depth := 2'])}) #FROM`,
      `SELECT min(${cast()}), count(DISTINCT ${cast()}) #FROM`,
    ]);
  }

  #lambdas(): string {
    const random = this.#random;
    const type = randomType(random, 1);
    const list = this.#argument(`${type}[]`, 1);
    const inner = random.pick([
      'x',
      'x IS NULL',
      'i',
      '[x]',
      `${this.#callOn('x')}`,
      "{'a': x}",
      'NULL',
      'x = x',
    ]);
    return random.pick([
      `SELECT list_transform(${list}, lambda x: ${inner}) #FROM`,
      `SELECT list_transform(${list}, lambda x, n: [n, i]) #FROM`,
      `SELECT list_filter(${list}, lambda x: ${random.pick(['x IS NULL', 'i > 1', 'NULL', 'false'])}) #FROM`,
      `SELECT list_reduce(${list}, lambda x, y: ${random.pick(['x', 'y', 'x || y', 'NULL'])}, ${literal(random, type)}) #FROM`,
      `SELECT list_transform(${list}, lambda x: list_transform([x], lambda y: [x, y])) #FROM`,
      `SELECT [${inner} FOR x IN ${list} IF x IS NOT NULL] #FROM`,
    ]);
  }

  /** Aggregates and sorts of lists, by name. */
  #inLists(): string {
    const random = this.#random;
    const { name, types } = random.pick(this.#overloads.aggregate);
    const more = types.slice(1).map((type) => `, ${literal(random, this.#typeOf(type))}`);
    const list = this.#argument(`${this.#typeOf(types[0] ?? 'ANY')}[]`, 1);
    return random.pick([
      `SELECT list_aggregate(${list}, '${name}'${more.join('')}) #FROM`,
      `SELECT list_sort(${list}, ${random.pick(["'DESC'", "'x'", 'NULL', "'ASC', 'NULLS LAST'", "''"])}) #FROM`,
      `SELECT list_grade_up(${list}), list_distinct(${list}), list_unique(${list}) #FROM`,
      `SELECT list_zip(${list}, ${list}, ${random.pick(['true', 'false', 'NULL'])}) #FROM`,
      `SELECT list_resize(${list}, ${random.pick(['0', '3', '-1', 'NULL', 'i', '20000'])}, NULL) #FROM`,
      `SELECT list_slice(${list}, ${random.pick(['0', '-3', 'i', 'NULL'])}, ${random.pick(['-1', '0', '99'])}, ${random.pick(['1', '-1', '2', 'i + 1'])}) #FROM`,
    ]);
  }

  #callOn(argument: string): string {
    const unary = this.#overloads.scalar.filter(({ types }) => types.length === 1);
    return `${this.#random.pick(unary).name}(${argument})`;
  }

  #call(kind: 'scalar', depth: number): string {
    const { name, types, varargs } = this.#random.pick(this.#overloads[kind]);
    return `${name}(${this.#arguments(types, varargs, depth)})`;
  }

  #arguments(types: readonly string[], varargs: string | null, depth: number): string {
    const random = this.#random;
    const more = varargs === null ? [] : random.some(0, 3, () => varargs);
    const given = [...types, ...more];
    // as often as not all arguments of any type are of one
    const shared = random.chance(0.5) ? randomType(random, 1) : null;
    return given
      .map((type) =>
        this.#argument(
          shared !== null && /ANY|^T$/.test(type) ? type.replace(/ANY|^T$/, shared) : type,
          depth - 1,
        ),
      )
      .join(', ');
  }

  #typeOf(type: string): string {
    const known = type
      .replace(/TIME(?:STAMP)? WITH TIME ZONE|DECIMAL(?!\()|\w+_LITERAL/g, (name) => typeNames[name] ?? name)
      .replaceAll(/\bANY\b|\bT\b|\bK\b|\bV\b/g, () => randomType(this.#random, 1));
    if (/^(?:STRUCT|MAP|UNION|LAMBDA|ENUM|LIST|ARRAY|POINTER|TABLE)$/.test(known) || /["<?]/.test(known)) {
      return randomType(this.#random, 2);
    }
    return known;
  }

  #argument(declared: string, depth: number): string {
    const random = this.#random;
    const type = this.#typeOf(declared);
    const drawn = random.fraction();
    if (depth > 0 && drawn < 0.12) return this.#call('scalar', depth);
    if (drawn < 0.5) return literal(random, type);
    if (drawn < 0.55) return 'NULL';
    if (drawn < 0.6 && /INT/.test(type)) return `i::${type}`;
    return this.#column(type);
  }

  #column(type: string): string {
    const same = this.#columns.filter((column) => column.type === type);
    if (same.length > 0 && this.#random.chance(0.5)) return this.#random.pick(same).name;
    const name = `c${this.#columns.length}`;
    this.#columns.push({ name, type });
    return name;
  }
}
