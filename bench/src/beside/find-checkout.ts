import { realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The URL of the module that `@sdq/core` is in another checkout: its own sources, which find the packages that were
 * installed there. All that is relied on there is what this module exports. Rejects where there is none.
 */
export async function findCheckout(folder: string): Promise<string> {
  const missing = `${folder} is no checkout with its packages installed: run npm ci there`;
  try {
    const root = await realpath(folder);
    const path = createRequire(join(root, 'package.json')).resolve('@sdq/core');
    // A checkout that lies within another one would find the outer one's packages.
    if (!path.startsWith(root + sep)) throw new Error(`${path} lies outside`);
    return pathToFileURL(path).href;
  } catch (cause) {
    throw new Error(missing, { cause });
  }
}
