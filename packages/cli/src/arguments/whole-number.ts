import { InvalidArgumentError } from 'commander';

/** A parser of whole numbers from `least` to `most`, for commander. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d[\d_]*$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN;
    if (!Number.isSafeInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}
