import { AppError } from '@sdq/contract';
import type { EngineOptions } from './engine.ts';

/** Refuses options that would have no effect. Errors: `usage_error`. */
export function refuseForeignOptions(options: EngineOptions): void {
  const names = [
    'threads',
    'memoryBytesMax',
    'isolation',
    'processes',
    'concurrencyPerProcess',
    'slots',
    'absent',
  ] as const;
  const foreign = names.filter((name) => options[name] !== undefined);
  if (foreign.length === 0) return;
  throw new AppError('usage_error', `${foreign.join(', ')}: only the default backend has these options`, {
    hint: 'Remove them, and configure the other backend when you create it',
  });
}
