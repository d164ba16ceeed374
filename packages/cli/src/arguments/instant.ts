import { InvalidArgumentError } from 'commander';

const iso8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** An instant in ISO 8601: a date (midnight UTC), or date and time with `Z` or an offset. */
export function parseInstant(text: string): Date {
  const instant = new Date(text);
  if (!iso8601.test(text) || Number.isNaN(instant.getTime())) {
    throw new InvalidArgumentError('Expected a time such as 2026-03-01 or 2026-03-01T12:00:00Z.');
  }
  return instant;
}
