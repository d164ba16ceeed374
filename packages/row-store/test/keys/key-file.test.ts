import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import { KeyCache, type KeyColumn, KeyFile, type KeyForm, writeKeyFile } from '@sdq/row-store/keys';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { batchesOf, compareKeyValues, type KeyRow } from './key-batches.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(async () => await directory[Symbol.asyncDispose]());

const path = (name = 'some.keys'): string => join(directory.path, name);

async function write(
  columns: readonly KeyColumn[],
  rows: readonly KeyRow[],
  { isUnique = false, rowsOfTable = 2 ** 31 - 1 } = {},
) {
  await rm(path(), { force: true });
  return await writeKeyFile({
    columns,
    isUnique,
    rows: rowsOfTable,
    batches: batchesOf(columns, rows),
    to: path(),
  });
}

function column(type: string, form: KeyForm): KeyColumn {
  return { name: 'key', type, form };
}

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', '0', '-0', '007', '9', '10', ' 9', '1e3', 'a', 'a\0', 'a\0b', '👋', '👋🏽', 'é', 'é'),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 3 }).map((text) => text.repeat(200)),
);

function values(type: string): fc.Arbitrary<string> {
  const bits = type === 'SMALLINT' ? 16 : type === 'INTEGER' || type === 'DATE' ? 32 : 64;
  const [min, max] =
    type === 'UBIGINT' ? [0n, 2n ** 64n - 1n] : [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n];
  return fc
    .oneof(
      fc.bigInt({ min, max }),
      fc.constantFrom(min, min + 1n, max, max - 1n),
      fc.bigInt({ min: 0n, max: 300n }),
    )
    .map(String);
}

const anyColumn: fc.Arbitrary<KeyColumn> = fc.constantFrom(
  column('BIGINT', 'signed'),
  column('INTEGER', 'signed'),
  column('SMALLINT', 'signed'),
  column('DATE', 'signed'),
  column('TIMESTAMP WITH TIME ZONE', 'signed'),
  column('UBIGINT', 'unsigned'),
  column('VARCHAR', 'text'),
  column('VARCHAR', 'decimal'),
);

const columnsAndKeys = fc.array(anyColumn, { minLength: 1, maxLength: 3 }).chain((columns) => {
  const key = fc.tuple(
    ...columns.map(({ type, form }) => (form === 'text' || form === 'decimal' ? words : values(type))),
  );
  return fc.record({
    columns: fc.constant(columns),
    // More keys than a block has, of which many begin alike.
    keys: fc.array(key, { maxLength: 400, size: 'max' }),
    missing: fc.array(key, { maxLength: 20 }),
  });
});

describe('a key file', () => {
  it('gives the ordinals of any keys, like a map', async () => {
    const law = fc.asyncProperty(columnsAndKeys, fc.nat(), async ({ columns, keys, missing }, seed) => {
      const byText = new Map(keys.map((key) => [JSON.stringify(key), key]));
      const rows = [...byText.values()]
        .map((key, at) => ({ key, ordinal: (at * 7919 + seed) % (2 ** 31 - 1) }))
        .sort((a, b) => compareKeyValues(columns, a.key, b.key));
      await write(columns, rows, { isUnique: true });
      using file = KeyFile.open(path(), new KeyCache(2_000));
      const ordinals = new Map(rows.map(({ key, ordinal }) => [JSON.stringify(key), ordinal]));
      for (const asked of [...byText.values(), ...missing]) {
        const expected = ordinals.get(JSON.stringify(asked));
        expect(file.ordinalsOf(asked)).toEqual(expected === undefined ? [] : [expected]);
        expect(file.count(asked)).toBe(expected === undefined ? 0 : 1);
      }
      expect(file.find([...keys, ...missing, ...keys])).toEqual(rows.map(({ ordinal }) => ordinal));
      expect(file.head).toMatchObject({ keys: rows.length, ordinals: rows.length });
    });
    await fc.assert(law, { numRuns: 60 });
  });

  it('gives parts of the ordinals of a key, in their order', async () => {
    const group = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(256, 257, 1_024, 1_025, 2_500));
    const law = fc.asyncProperty(
      fc.uniqueArray(words, { minLength: 1, maxLength: 30 }),
      fc.array(group, { minLength: 30, maxLength: 30 }),
      fc.nat(2_600),
      fc.nat(1_500),
      async (keys, sizes, offset, limit) => {
        const columns = [column('VARCHAR', 'text')];
        const rows = keys
          .map((key) => [key])
          .sort((a, b) => compareKeyValues(columns, a, b))
          .flatMap((key, at) =>
            Array.from({ length: sizes[at] as number }, (_, index) => ({
              key,
              ordinal: (2_000_000_000 - index * 700_001 + at) % 2_000_000_011,
            })),
          )
          .map((row) => ({ ...row, ordinal: Math.abs(row.ordinal) }));
        await write(columns, rows);
        using file = KeyFile.open(path());
        for (const name of keys) {
          const own = rows.filter(({ key }) => key[0] === name).map(({ ordinal }) => ordinal);
          expect(file.count([name])).toBe(own.length);
          expect(file.ordinalsOf([name])).toEqual(own);
          expect(file.ordinalsOf([name], { offset, limit })).toEqual(own.slice(offset, offset + limit));
        }
      },
    );
    await fc.assert(law, { numRuns: 15 });
  });

  it('is empty without rows', async () => {
    expect(await write([column('VARCHAR', 'text')], [])).toEqual({ keys: 0, ordinals: 0, ordinalSum: 0n });
    using file = KeyFile.open(path());
    expect(file.find([['a'], ['']])).toEqual([]);
  });

  it('finds no number that its type cannot have', async () => {
    const columns = [column('SMALLINT', 'signed')];
    await write(columns, [{ key: ['-1'], ordinal: 3 }], { isUnique: true });
    using file = KeyFile.open(path());
    expect(['-1', '65535', '1.5', 'x', ''].map((key) => file.ordinalsOf([key]))).toEqual([
      [3],
      [],
      [],
      [],
      [],
    ]);
    expect(() => file.find([['1', '2']])).toThrow(RangeError);
  });

  it('refuses rows that are out of order, repeated or of no row, and leaves nothing behind', async () => {
    const columns = [column('BIGINT', 'signed')];
    const rows = (...keys: string[]) => keys.map((key, ordinal) => ({ key: [key], ordinal }));
    await expect(write(columns, rows('1', '2', '-1'))).rejects.toThrow('The keys are out of order');
    await expect(write(columns, rows('1', '2', '2'), { isUnique: true })).rejects.toThrow(
      'The rows 1 and 2 have the same key',
    );
    await expect(write(columns, rows('1', '2'), { rowsOfTable: 1 })).rejects.toThrow(
      'There is no row 1 of 1',
    );
    await expect(stat(path())).rejects.toThrow('ENOENT');
  });

  it('is the same for the same rows', async () => {
    const columns = [column('VARCHAR', 'decimal')];
    const rows = ['1', '12', 'x'].map((key, ordinal) => ({ key: [key], ordinal }));
    await write(columns, rows);
    const first = await readFile(path());
    await rm(path());
    await writeKeyFile({
      columns,
      isUnique: false,
      rows: 2 ** 31 - 1,
      batches: batchesOf(columns, rows, 2),
      to: path(),
    });
    expect((await readFile(path())).equals(first)).toBe(true);
  });
});

describe('a damaged key file', () => {
  const columns = [column('VARCHAR', 'text')];
  const keys = Array.from({ length: 300 }, (_, at) => `name ${String(at).padStart(4, '0')}`);
  const rows = keys.flatMap((key, at) =>
    Array.from({ length: at === 7 ? 1_500 : 2 }, (_, index) => ({ key: [key], ordinal: index * 300 + at })),
  );

  it('is found out wherever a byte differs or is missing', async () => {
    await write(columns, rows);
    const intact = await readFile(path());
    const law = fc.asyncProperty(
      fc.nat(intact.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, by) => {
        const damaged = Buffer.from(intact);
        damaged[at] = (damaged[at] as number) ^ by;
        await writeFile(path('damaged.keys'), damaged);
        expect(failures(path('damaged.keys'))).toEqual(['index_corrupt']);
        await writeFile(path('cut.keys'), intact.subarray(0, at));
        expect(failures(path('cut.keys'))).toEqual(['index_corrupt']);
      },
    );
    await fc.assert(law, { numRuns: 150 });
  });

  it('names the file that is missing', () => {
    expect(() => KeyFile.open(path('none.keys'))).toThrow('none.keys" cannot be read: it cannot be opened');
  });

  /** The codes of everything that goes wrong when every key is read. */
  function failures(of: string): string[] {
    const codes = new Set<string>();
    const note = (read: () => void) => {
      try {
        read();
      } catch (error) {
        codes.add(error instanceof AppError ? error.code : String(error));
      }
    };
    note(() => {
      using file = KeyFile.open(of);
      for (const key of keys) note(() => file.ordinalsOf([key]));
    });
    return [...codes];
  }
});
