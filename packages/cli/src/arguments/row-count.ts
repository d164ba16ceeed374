import { InvalidArgumentError } from 'commander';

const rowsMax = 10_000_000_000;
const factors: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9 };

/** `200k`, `1m`, `1.5m`, `1_000_000`, `1000` as a number of rows. */
export function parseRowCount(text: string): number {
  const match = /^(\d[\d_]*(?:\.\d+)?)([kmg]?)$/i.exec(text);
  const value =
    Number(match?.[1]?.replaceAll('_', '')) * (factors[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN);
  const rows = Math.round(value * 1000) / 1000;
  if (!Number.isInteger(rows) || rows < 1 || rows > rowsMax) {
    throw new InvalidArgumentError('Expected a number of rows such as 5000, 200k, 1m or 1_000_000.');
  }
  return rows;
}
