import { worded } from './worded.ts';

const amount = /^\$?\d{1,9}(?:\.\d{1,4})?$/;

/** US dollars with at most four decimals, below a billion, as text or a number; read to the text. */
export function dollars(description: string) {
  return worded<string>((value) => {
    const text = typeof value === 'number' ? value.toFixed(4) : value;
    if (typeof text === 'string' && amount.test(text)) return { value: text };
    const msg = 'Value error, expected US dollars, such as "$0.0100" or 0.01';
    return { fault: { type: 'value_error', msg, ctx: { error: {} } } };
  }).meta({ type: ['string', 'number'], description });
}
