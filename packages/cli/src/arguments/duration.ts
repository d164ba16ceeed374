import { InvalidArgumentError } from 'commander';

const factors: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90s`, `15min`, `24h`, `7d` as milliseconds. */
export function parseDuration(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,9})\s*(s|min|h|d)$/i.exec(text) ?? [];
  const factor = factors[unit.toLowerCase()];
  if (amount === undefined || factor === undefined)
    throw new InvalidArgumentError('Expected a duration such as 90s, 15min, 24h or 7d.');
  return Number(amount) * factor;
}
