import { AppError } from '@sdq/contract';

/** Repeated `--set column=value` as an object. Errors: `usage_error`. */
export function parseConstants(texts: readonly string[]): Record<string, string> {
  return parsePairs('--set', texts);
}

/**
 * Repeated `name=value` of an option as an object; the value of `--set` may contain `=`, and so may the name of `--map`.
 * Errors: `usage_error`.
 */
export function parsePairs(option: '--set' | '--map', texts: readonly string[]): Record<string, string> {
  const form = option === '--set' ? 'column=value' : 'theirs=ours';
  const pairs: Record<string, string> = Object.create(null);
  for (const text of texts) {
    const equals = option === '--set' ? text.indexOf('=') : text.lastIndexOf('=');
    if (equals < 1) {
      throw new AppError('usage_error', `Invalid value of ${option} "${text}"`, {
        hint: `Use ${option} ${form}.`,
      });
    }
    const name = text.slice(0, equals);
    if (name in pairs) throw new AppError('usage_error', `Column "${name}" is set twice with ${option}`);
    pairs[name] = text.slice(equals + 1);
  }
  return pairs;
}
