import { readWith } from './read-value.ts';

const amount = /^\$?\d{1,9}(?:\.\d{1,4})?$/;

/** US dollars with at most four decimals, below a billion, as text or a number; parsed to text. */
export function dollars(description: string) {
  return readWith<string>((value) => {
    const text = typeof value === 'number' ? value.toFixed(4) : value;
    if (typeof text === 'string' && amount.test(text)) return { value: text };
    return { issue: { code: 'custom', message: 'expected US dollars, such as "$0.0100" or 0.01' } };
  }).meta({ type: ['string', 'number'], description });
}
