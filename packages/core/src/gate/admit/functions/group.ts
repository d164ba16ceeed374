import type { ArgumentRule } from '../argument-rules.ts';

/** Related functions, as one file. */
export interface FunctionGroup {
  readonly kind: 'scalar' | 'aggregate' | 'window' | 'table';
  /** Allowed with any arguments. */
  readonly free: readonly string[];
  /** Allowed when their arguments satisfy these rules. */
  readonly bounded: Readonly<Record<string, readonly ArgumentRule[]>>;
}

/** Names separated by spaces. */
export function names(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** The same rules for several names. */
export function each(text: string, ...rules: ArgumentRule[]): Record<string, readonly ArgumentRule[]> {
  return Object.fromEntries(names(text).map((name) => [name, rules]));
}
