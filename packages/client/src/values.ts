import { type ColumnType, parseColumnType } from './column-type.ts';

/**
 * How integers of 64 bits and more arrive. `mixed`: as the service writes them, a number up to 2^53 - 1 and a string
 * beyond. `bigint` and `string`: all of a column alike.
 */
export type Integers = 'mixed' | 'bigint' | 'string';

export interface Column {
  readonly name: string;
  /** DuckDB's name of the type. */
  readonly type: string;
  readonly nullable: boolean;
}

const wide = /^(U?BIGINT|U?HUGEINT|BIGNUM)$/;

type Decode = (value: unknown) => unknown;

/** A function that changes rows as the option asks; undefined where they stay as they are. */
export function rowDecoder(
  columns: readonly Column[],
  integers: Integers,
): ((row: Record<string, unknown>) => void) | undefined {
  if (integers === 'mixed') return undefined;
  const decoders = columns.flatMap(({ name, type }) => {
    const decode = decoderOf(parseColumnType(type), integers);
    return decode === undefined ? [] : [[name, decode] as const];
  });
  if (decoders.length === 0) return undefined;
  return (row) => {
    for (const [name, decode] of decoders) row[name] = decode(row[name]);
  };
}

function decoderOf(type: ColumnType, integers: Integers): Decode | undefined {
  switch (type.kind) {
    case 'scalar':
      if (!wide.test(type.name)) return undefined;
      return orNull((value) => (integers === 'bigint' ? BigInt(value as string) : String(value)));
    case 'list': {
      const each = decoderOf(type.of, integers);
      return each && orNull((value) => (value as unknown[]).map(each));
    }
    case 'map': {
      const each = decoderOf(type.of, integers);
      return (
        each &&
        orNull((value) =>
          Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, each(part)])),
        )
      );
    }
    case 'struct': {
      const members = type.members.flatMap(([name, member]) => {
        const decode = decoderOf(member, integers);
        return decode === undefined ? [] : [[name, decode] as const];
      });
      if (members.length === 0) return undefined;
      return orNull((value) => ({
        ...(value as object),
        ...Object.fromEntries(
          members.map(([name, decode]) => [name, decode((value as Record<string, unknown>)[name])]),
        ),
      }));
    }
  }
}

function orNull(decode: Decode): Decode {
  return (value) => (value === null || value === undefined ? value : decode(value));
}
