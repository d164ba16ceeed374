import type { Context } from '../context.ts';
import { formerNameWarnings } from './given-settings.ts';

/** Writes a warning to standard error for each former name of a setting in the environment. */
export async function warnOfFormerNames({ environment, stderr }: Context): Promise<void> {
  for (const warning of formerNameWarnings(environment)) await stderr.line(`warning: ${warning}`);
}
