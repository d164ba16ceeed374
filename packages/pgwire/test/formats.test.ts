import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decimal } from '../src/formats/arrow-values.ts';
import { binaryFormat } from '../src/formats/binary-format.ts';
import { sentType, typeNamed } from '../src/formats/column-type.ts';
import { decimalText } from '../src/formats/json-text.ts';
import { readParameter } from '../src/formats/read-parameter.ts';
import { textFormat } from '../src/formats/text-format.ts';
import { writeDate, writeTimestamp } from '../src/formats/times.ts';
import { parameterTypes } from '../src/text/parameter-types.ts';
import { statementsOf, wordsOf } from '../src/text/words.ts';

const bytes = (value: string | Uint8Array) => Buffer.from(value as string);

describe('values', () => {
  test('decimals come back from their binary format with every digit', () => {
    const decimals = fc.record({
      digits: fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }),
      scale: fc.nat(38),
    });
    fc.assert(
      fc.property(decimals, (decimal: Decimal) => {
        const type = `DECIMAL(38,${decimal.scale})`;
        const sent = sentType(type);
        const back = readParameter(bytes(binaryFormat(decimal, type, sent)), sent, 1);
        expect(Number(back)).toBe(Number(decimalText(decimal)));
        if (typeof back === 'string') expect(back).toBe(decimalText(decimal));
      }),
    );
  });

  test('lists of texts come back from both formats', () => {
    const type = 'VARCHAR[]';
    const sent = sentType(type);
    fc.assert(
      fc.property(fc.array(fc.option(fc.string({ unit: 'grapheme' }))), (texts) => {
        const plain = texts.map((text) => text?.replaceAll('\0', '') ?? null);
        const values = plain.map((text) => (text === null ? null : Buffer.from(text)));
        expect(readParameter(bytes(textFormat(values, type, sent)), sent, 0)).toEqual(plain);
        expect(readParameter(bytes(binaryFormat(values, type, sent)), sent, 1)).toEqual(plain);
      }),
    );
  });

  test('dates and times are those of JavaScript', () => {
    const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const [day, time = ''] = date.toISOString().slice(0, -1).split('T');
        expect(writeDate(Math.floor(date.getTime() / 86_400_000))).toBe(day);
        const shown = time.replace(/\.?0+$/, (zeros) =>
          zeros.startsWith('.') ? '' : zeros.replace(/0+$/, ''),
        );
        const written = writeTimestamp(BigInt(date.getTime()) * 1_000n, '+00');
        expect(new Date(written.replace(' ', 'T').replace('+00', 'Z')).getTime()).toBe(date.getTime());
        expect(written.startsWith(`${day} ${shown.slice(0, 5)}`)).toBe(true);
      }),
    );
    expect(writeDate(-734_503)).toBe('0042-01-01 BC');
    expect(writeTimestamp(2n ** 63n - 1n, '')).toBe('infinity');
  });

  test.each([
    ['HUGEINT', 'numeric'],
    ['UBIGINT', 'numeric'],
    ['VARCHAR[]', '_text'],
    ['INTEGER[3]', '_int4'],
    ['INTEGER[][]', 'json'],
    ['STRUCT(a INTEGER)', 'json'],
    ['TIMESTAMP_NS', 'timestamp'],
    ["ENUM('a')", 'varchar'],
  ])('%s is sent as %s', (type, name) => {
    expect(sentType(type).name).toBe(name);
  });
});

describe('statements', () => {
  test('semicolons in texts, names and comments end nothing', () => {
    const text = `SELECT ';', E'\\';', "a;b", $x$;$x$ -- ;\n/* ; /* ; */ */; ;SELECT 2`;
    expect(statementsOf(text).map((statement) => statement.text.trim())).toEqual([
      text.split('; ;')[0],
      'SELECT 2',
    ]);
  });

  test('texts that are open at many places are read once', () => {
    for (const part of ["'\\", "e'\\", "e'", "''x", '$a', '/*', '"a']) {
      const words = wordsOf(part.repeat(40_000));
      expect(words.at(-1)?.end ?? 0).toBeLessThanOrEqual(part.length * 40_000);
    }
    expect(() => readParameter(Buffer.from(`{${' '.repeat(200_000)}"`), sentType('VARCHAR[]'), 0)).toThrow();
  });

  test('any text is read to its end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = wordsOf(text);
        for (const { start, end } of words) expect(start).toBeLessThan(end);
        expect(words.at(-1)?.end ?? 0).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test.each([
    ['SELECT $1::INT', ['int4']],
    ['SELECT CAST($1 AS double precision), $2::varchar[]', ['float8', '_varchar']],
    ['SELECT 1 FROM t WHERE plays > $1 AND $2 <= t.plays LIMIT $3', ['int8', 'int8', 'int8']],
    ['SELECT 1 FROM t WHERE plays BETWEEN $1 AND $2', ['int8', 'int8']],
    ['SELECT $1', ['text']],
  ])('%s', (text, names) => {
    const types = parameterTypes(wordsOf(text), [], (name) => (name === 'plays' ? 'BIGINT' : undefined));
    expect(types.map(({ name }) => name)).toEqual(names);
    expect(typeNamed('int')?.name).toBe('int4');
  });
});
