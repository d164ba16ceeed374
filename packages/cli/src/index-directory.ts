import type { Context } from './context.ts';
import { resolveHome } from './home.ts';

/** `--index`, of every command that reads or writes an index. */
export const indexOption = [
  '-i, --index <dir>',
  'index directory (default: SDQ_INDEX, else the directory index in SDQ_HOME)',
] as const;

/** The index that a flag names, else SDQ_INDEX, else `index` in the home directory. */
export function resolveIndex(
  flags: { index?: string | undefined; home?: string | undefined },
  environment: Context['environment'],
): string {
  return flags.index ?? (environment.SDQ_INDEX || resolveHome(flags.home, environment).index);
}
