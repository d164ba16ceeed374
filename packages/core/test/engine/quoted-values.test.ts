import { AppError } from '@sdq/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type Engine, openEngine, type QueryOptions } from '../../src/index.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;
beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 100);
  engine = await openEngine({ index: directory.path, isolation: 'in-process' });
});
afterAll(async () => {
  await engine.close();
  await directory[Symbol.asyncDispose]();
});

async function errorOf(sql: string, options: QueryOptions): Promise<AppError> {
  try {
    await (await engine.query(sql, options)).toArray();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`ran: ${sql}`);
}

/** Thirty-two hexadecimal digits, and a number, that no text names. */
const text = `(SELECT md5(max(author)) FROM videos)`;
const number = `(SELECT 1234567 * max(play_count) FROM videos)`;

describe('without quoted values', () => {
  test.each([
    [
      `SELECT ${text}::INTEGER`,
      "Could not convert string '…' to INTEGER when casting from source column SUBQUERY",
    ],
    [
      `SELECT ('a''b" ' || ${text} || ''' to INTEGER "x"')::DOUBLE`,
      /^Could not convert string '…' to DOUBLE/,
    ],
    [`SELECT ${text}::DATE`, /^Invalid date field format: "…", expected format is \(YYYY-MM-DD\)/],
    [`SELECT ${text}::TIMESTAMP`, /^Invalid timestamp field format: "…"/],
    [`SELECT ('x' || ${text})::UUID`, /'…'/],
    [`SELECT ${text}::BOOLEAN`, /^Could not convert string '…' to BOOLEAN/],
    [`SELECT ${text}::INTERVAL`, /…/],
    [
      `SELECT ${text}::INTEGER[]`,
      /VARCHAR with value '…' cannot be cast to the destination type INTEGER\[\]/,
    ],
    [`SELECT ${text}::STRUCT(a INTEGER)`, /'…'/],
    [`SELECT json_extract('{' || ${text}, '$.a')`, /^Malformed JSON at byte … of input: .* "…"/],
    [`SELECT regexp_matches('a', '(' || ${text})`, /^Missing \): \(…$/],
    [`SELECT date_part(${text}, DATE '2020-01-01')`, /"…"/],
    [`SELECT now() AT TIME ZONE ${text}`, 'There is no time zone "…"'],
    [`SELECT unhex('zz' || ${text})`, /hex digit/],
    [`SELECT from_base64('a' || ${text})`, /"…"/],
    [
      `SELECT ${number}::TINYINT`,
      /^Type BIGINT with value … cannot be cast because the value is out of range/,
    ],
    [
      `SELECT 9223372036854775807 + ${number}`,
      /^Overflow in addition of BIGINT \(9223372036854775807 \+ …\)/,
    ],
    [`SELECT 9223372036854775807 * ${number}`, /^Overflow in multiplication of BIGINT/],
    [`SELECT to_years(${number}::INTEGER)`, /^Interval value … years out of range/],
    [`SELECT make_date(${number}::INTEGER, 1, 1)`, /^Date out of range: …$/],
    [`SELECT make_timestamp(${number}, 13, 1, 1, 1, 1)`, /…/],
    [`SELECT chr(${number}::INTEGER)`, /^/],
    [`SELECT factorial(${number}::INTEGER)`, /^/],
    [`SELECT (${text} || chr(10) || ${text})::INTEGER`, /^Could not convert string '…' to INTEGER/],
    [`SELECT sqrt(-${number})`, /^/],
    [`SELECT ${text}::ENUM('a', 'b')`, /'…'/],
    [`SELECT ${text}::BIT`, /bit/],
    [`SELECT bar(1, 0, 10, ${number})`, /^/],
    [`SELECT strftime(now(), '%' || ${text})`, /^/],
  ])('%s', async (sql, message) => {
    const error = await errorOf(sql, { quotesValues: false });
    if (typeof message === 'string') expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
    const told = JSON.stringify([error.message, error.sql, error.hint, error.meta]);
    // what the text itself has is no secret
    const rest = told.replaceAll('9223372036854775807', '').replaceAll('2020-01-01', '');
    expect(rest).not.toMatch(/(?=[a-f]*\d)[0-9a-f]{5,}|[0-9]{4,}/);
  });

  test('what the caller gave is quoted, in the text or as a parameter', async () => {
    const inText = await errorOf("SELECT 'seven apples'::INTEGER + play_count FROM videos", {
      quotesValues: false,
    });
    expect(inText.message).toBe("Could not convert string 'seven apples' to INTEGER");
    const given = { quotesValues: false, parameters: { n: 'nine pears' } };
    const inParameter = await errorOf('SELECT $n::INTEGER + play_count FROM videos', given);
    expect(inParameter.message).toMatch(/^Could not convert string 'nine pears' to INTEGER/);
  });

  test('by default values are quoted: who reads the files may see them', async () => {
    const { message } = await errorOf(`SELECT ${text}::INTEGER`, {});
    expect(message).toMatch(/^Could not convert string '[0-9a-f]{32}' to INTEGER/);
    const { message: ofNumber } = await errorOf(`SELECT ${number}::TINYINT`, {});
    expect(ofNumber).toMatch(/^Type BIGINT with value \d+ cannot be cast because the value is out of range/);
  });
});
