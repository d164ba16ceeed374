import type { DataType } from '@sdq/encode/vectors';

type Member = { readonly name: string; readonly type: DataType };

const plainNames: ReadonlySet<string> = new Set([
  ...['BOOLEAN', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT'],
  ...['UTINYINT', 'USMALLINT', 'UINTEGER', 'UBIGINT', 'FLOAT', 'DOUBLE', 'VARCHAR'],
  ...[
    'DATE',
    'TIMESTAMP',
    'TIMESTAMP_S',
    'TIMESTAMP_MS',
    'TIMESTAMP_NS',
    'TIMESTAMP WITH TIME ZONE',
    '"NULL"',
  ],
]);

/** The type that DuckDB prints so: `BIGINT`, `DECIMAL(18,3)`, `STRUCT("type" VARCHAR, url VARCHAR)[]`. */
export function readType(text: string): DataType {
  const reader = new TypeReader(text);
  const type = reader.type();
  if (!reader.isAtEnd) throw new Error(`There is no type ${text}`);
  return type;
}

class TypeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  type(): DataType {
    let type = this.#unlisted();
    for (let size = this.#take(/\[(\d*)\]/y); size !== null; size = this.#take(/\[(\d*)\]/y))
      type =
        size[1] === ''
          ? { alias: null, name: 'LIST', child: type }
          : { alias: null, name: 'ARRAY', child: type, size: Number(size[1]) };
    return type;
  }

  #unlisted(): DataType {
    const decimal = this.#take(/DECIMAL\((\d+),\s*(\d+)\)/y);
    if (decimal !== null) return decimalType(Number(decimal[1]), Number(decimal[2]));
    if (this.#take(/STRUCT\(/y) !== null) return { alias: null, name: 'STRUCT', members: this.#members() };
    const name = this.#take(/"NULL"|TIMESTAMP WITH TIME ZONE|\w+/y)?.[0] ?? '';
    if (!plainNames.has(name)) throw new Error(`There is no type ${this.#text}`);
    return { alias: null, name: name as 'VARCHAR' };
  }

  #members(): Member[] {
    const members: Member[] = [];
    do {
      const name = this.#take(/"((?:[^"]|"")*)" |(\w+) /y);
      const isNamed = name !== null && !plainNames.has(`${name[2] ?? ''} WITH TIME ZONE`);
      if (!isNamed && name !== null) this.#at -= name[0].length;
      members.push({
        name: isNamed ? (name[1]?.replaceAll('""', '"') ?? name[2] ?? '') : '',
        type: this.type(),
      });
    } while (this.#take(/, ?/y) !== null);
    if (this.#take(/\)/y) === null) throw new Error(`There is no type ${this.#text}`);
    return members;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at += found[0].length;
    return found;
  }
}

function decimalType(width: number, scale: number): DataType {
  const storageBytes = width <= 4 ? 2 : width <= 9 ? 4 : width <= 18 ? 8 : 16;
  return { alias: null, name: 'DECIMAL', width, scale, storageBytes };
}
