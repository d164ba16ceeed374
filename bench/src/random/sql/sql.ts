/** The dialects in which a random question can be written. */
export type RandomDialect = 'duckdb' | 'clickhouse';

/** The reason why a dialect cannot express something. */
export interface Cannot {
  readonly cannot: string;
}

interface Alternatives {
  readonly duckdb: SqlPart;
  readonly clickhouse: SqlPart | Cannot;
}

export type SqlPart = string | number | Sql;

/** A piece of SQL as a tree, whose leaves are texts or, where dialects differ, one alternative for each. */
export class Sql {
  readonly parts: readonly (SqlPart | Alternatives)[];

  constructor(parts: readonly (SqlPart | Alternatives)[]) {
    this.parts = parts;
  }
}

/** SQL with other pieces at the places of the template. */
export function sql(strings: TemplateStringsArray, ...values: readonly SqlPart[]): Sql {
  return new Sql(strings.flatMap((text, at) => [text, ...(at < values.length ? [values[at] ?? ''] : [])]));
}

/** A piece that ClickHouse writes otherwise, or not at all. */
export function either(duckdb: SqlPart, clickhouse: SqlPart | Cannot): Sql {
  return new Sql([{ duckdb, clickhouse }]);
}

export function joined(parts: readonly SqlPart[], separator: string): Sql {
  return new Sql(parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part])));
}

/** The text in a dialect, or the reason why that cannot express it. */
export function render(piece: SqlPart, dialect: RandomDialect): string | Cannot {
  if (!(piece instanceof Sql)) return String(piece);
  const texts: string[] = [];
  for (const part of piece.parts) {
    const chosen = typeof part === 'object' && !(part instanceof Sql) ? part[dialect] : part;
    const text = typeof chosen === 'object' && 'cannot' in chosen ? chosen : render(chosen, dialect);
    if (typeof text !== 'string') return text;
    texts.push(text);
  }
  return texts.join('');
}
