import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../settings/settings.ts';

/** Where the built console lies; undefined when it is off, or not built, which `warn` is told. */
export function findConsole(
  { SDQ_CONSOLE }: Pick<Settings, 'SDQ_CONSOLE'>,
  warn: (warning: string) => void,
): string | undefined {
  if (SDQ_CONSOLE === 'off') return undefined;
  const page = fileURLToPath(import.meta.resolve('@sdq/console/index.html'));
  if (existsSync(page)) return dirname(page);
  warn('The console is not built and not served: run npm run build, or set SDQ_CONSOLE=off');
  return undefined;
}
