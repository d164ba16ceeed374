import { bigint } from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import { type Select, selectFrom } from '../select/select.ts';
import type { Names } from '../sql/names.ts';
import type { Value } from '../sql/value.ts';

/** Rows of a series. */
const rowsMax = 10_000_000n;

/** `range` leaves the end out, `generate_series` has it. */
export function seriesOf(name: string, parameters: readonly Value[], table: number, names: Names): Select {
  const numbers = parameters.map(({ constant }) =>
    typeof constant === 'bigint' ? constant : refuse(`${name} of such values`, 'a series of whole numbers'),
  );
  if (parameters.some(({ type }) => type.id !== 'BIGINT'))
    refuse(`${name} of such values`, 'a series of whole numbers');
  const [start, end, step] =
    numbers.length === 1
      ? [0n, numbers[0] ?? 0n, 1n]
      : [numbers[0] ?? 0n, numbers[1] ?? 0n, numbers[2] ?? 1n];
  if (step <= 0n) refuse(`${name} that falls`);
  const count = name === 'range' ? (end - start + step - 1n) / step : (end - start) / step + 1n;
  const rows = end < start ? 0n : count < 0n ? 0n : count;
  if (rows > rowsMax) refuse('a series of so many rows');
  const alias = names.next('t');
  const sql = `(CAST(${start}, 'Int64') + CAST(${alias}.number, 'Int64') * ${step})`;
  const column = { sql, type: bigint, nullable: false, table, column: 0 };
  return selectFrom(`numbers(${rows}) AS ${alias}`, [column], { identities: [[sql]] });
}
