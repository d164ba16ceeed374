import type { ArgumentRule } from '../argument-rules.ts';

/** Functions that belong together, as one file. */
export interface FunctionGroup {
  readonly kind: 'scalar' | 'aggregate' | 'window' | 'table';
  /** Offered whatever their arguments. */
  readonly free: readonly string[];
  /** Offered when their arguments keep these rules. */
  readonly bounded: Readonly<Record<string, readonly ArgumentRule[]>>;
}

/** Names parted by blanks. */
export function names(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** The same rules for several names. */
export function each(text: string, ...rules: ArgumentRule[]): Record<string, readonly ArgumentRule[]> {
  return Object.fromEntries(names(text).map((name) => [name, rules]));
}
