import { writeSmallIndex } from '../../../../../../../test/support/small-index.ts';
import { buildIndex } from '../../../../../src/backends/duckdb/segments/build-index.ts';
import { type OpenIndex, openIndex } from '../open-index.ts';

/** Pseudo-random whole numbers below a bound, as SQL over `i`. */
const below = (salt: number, bound: number) => `(hash(i * 31 + ${salt}) % ${bound})::BIGINT`;
const date = (year: string, month: string, day: string) =>
  `epoch_us(make_timestamp(${year}, ${month}, ${day}, 0, 0, 0))`;
const someYear = `100 + ${below(1, 9_899)}`;
const dayLength = '86400000000';

/** Instants in microseconds: any, edges of units, leap days, around 1582, before 1900, of our time. */
const instants = [
  `${date(someYear, '1', '1')} + ${below(2, 365)} * ${dayLength} + ${below(3, 86_400_000_000)}`,
  `${date(someYear, `1 + ${below(4, 12)}`, '1')} + ${below(5, 5)} - 2`,
  `${date(someYear, '1', '1')} + ${below(6, 14)} * ${dayLength} + ${below(7, 3)} - 1`,
  `${date(`4 * (25 + ${below(8, 2_470)})`, '2', '28')} + ${below(9, 3)} * ${dayLength} + ${below(10, 86_400_000_000)}`,
  `${date('1582', `9 + ${below(11, 3)}`, '1')} + ${below(12, 40)} * ${dayLength} + ${below(13, 1_000_000)}`,
  `${date(`1850 + ${below(14, 80)}`, '6', '30')} + ${below(15, 86_400_000_000)}`,
  `${date(`1990 + ${below(16, 60)}`, `1 + ${below(17, 12)}`, `1 + ${below(18, 28)}`)} + ${below(19, 86_400)} * 1000000`,
];
/** Any instants of the years 100 to 9999, some NULL, as SQL over `i`. */
export const anyInstant = `make_timestamptz(CASE i % ${instants.length + 1}
  ${instants.map((sql, at) => `WHEN ${at} THEN ${sql}`).join(' ')} ELSE NULL END)`;

/** An index of videos, `indexed_at` being any instants of the years 100 to 9999, or what `indexedAt` makes of `i`. */
export async function openInstants(rows: number, indexedAt = anyInstant): Promise<OpenIndex> {
  return await openIndex(async (root) => {
    const lately = `TIMESTAMPTZ '2025-11-01' + to_microseconds(${below(20, 180)} * ${dayLength} + ${below(21, 86_400_000_000)})`;
    await writeSmallIndex(root, rows, { indexed_at: indexedAt, create_time: lately });
    await buildIndex({ index: root });
  });
}
