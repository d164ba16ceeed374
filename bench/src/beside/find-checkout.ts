import { realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The URL of the `@sdq/core` module in another checkout: its sources, with the packages that are installed there. Only
 * the exports of this module are relied on. Rejects if there is none.
 */
export async function findCheckout(folder: string): Promise<string> {
  const missing = `${folder} is no checkout with its packages installed: run npm ci there`;
  try {
    const root = await realpath(folder);
    const path = createRequire(join(root, 'package.json')).resolve('@sdq/core');
    // A checkout within another one would resolve the packages of the outer one.
    if (!path.startsWith(root + sep)) throw new Error(`${path} lies outside`);
    return pathToFileURL(path).href;
  } catch (cause) {
    throw new Error(missing, { cause });
  }
}
