import { AppError, type ResultFormat, resultFormats } from '@sdq/contract';

export type Mode = ResultFormat | 'table' | 'line';

export const modes = ['table', 'line', ...Object.keys(resultFormats)] as readonly Mode[];

/** What commands of the shell change. */
export interface ShellSettings {
  mode: Mode;
  limit: number;
  /** A file that the next results go to, one after the other; undefined for the screen. */
  output: string | undefined;
  /** Whether long results are shown by a pager. */
  usesPager: boolean;
  /** Whether row count, time and price follow a result. */
  showsFacts: boolean;
}

/** Errors: `usage_error`. */
export function modeOf(text: string): Mode {
  const mode = modes.find((each) => each === text);
  if (mode === undefined)
    throw new AppError('usage_error', `Unknown mode "${text}"`, { hint: `Modes: ${modes.join(', ')}.` });
  return mode;
}

export function isBinary(mode: Mode): boolean {
  return mode === 'arrow' || mode === 'parquet';
}
