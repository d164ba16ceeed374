import { AppError } from '@sdq/contract';

/** Repeated `--set column=value` as an object. Errors: `usage_error`. */
export function parseConstants(texts: readonly string[]): Record<string, string> {
  const constants: Record<string, string> = Object.create(null);
  for (const text of texts) {
    const equals = text.indexOf('=');
    if (equals < 1) {
      throw new AppError('usage_error', `Invalid value of --set "${text}"`, {
        hint: 'Use --set column=value.',
      });
    }
    const column = text.slice(0, equals);
    if (column in constants) throw new AppError('usage_error', `Column "${column}" is set twice with --set`);
    constants[column] = text.slice(equals + 1);
  }
  return constants;
}
