import { parseDollars } from '@sdq/pricing';
import { InvalidArgumentError } from 'commander';

/** An amount of dollars with at most four decimals, in units of $0.0001. */
export function parseAmount(text: string): number {
  const units = parseDollars(text.replace(/^-/, ''));
  if (units === undefined)
    throw new InvalidArgumentError(
      'Expected an amount in US dollars with at most four decimals, such as 25 or 0.5.',
    );
  return text.startsWith('-') ? -units : units;
}

/** A limit in the same unit; null for `none`. */
export function parseLimit(text: string): number | null {
  if (text === 'none') return null;
  const units = parseAmount(text);
  if (units < 0) throw new InvalidArgumentError('A limit must not be negative.');
  return units;
}
