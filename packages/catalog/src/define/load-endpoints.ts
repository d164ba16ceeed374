import { readdir } from 'node:fs/promises';
import { extname, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from './endpoint.ts';

/** The file extension of modules: `.ts` in the sources, `.js` in a build. */
const ending = extname(fileURLToPath(import.meta.url));

/**
 * Loads the endpoints of a directory. Each file is named after its endpoint and exports `endpoint`. Endpoints in
 * `order` come first, then the others by name. Throws for a file without that export, and for a name in `order` without
 * a file.
 */
export async function loadEndpoints(
  folder: URL,
  order: readonly string[] = [],
): Promise<Record<string, Endpoint>> {
  const names = (await namesIn(folder, ending)).sort();
  const missing = order.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`${fileURLToPath(folder)} has no file for ${missing.join(', ')}`);
  const ordered = [...order, ...names.filter((name) => !order.includes(name))];
  return Object.fromEntries(
    await Promise.all(ordered.map(async (name) => [name, await loadEndpoint(folder, name)] as const)),
  );
}

/**
 * A build directory may contain stale output of deleted sources: if the sources are available, they determine the list
 * of names.
 */
async function namesIn(folder: URL, ending: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending) && !file.endsWith('.d.ts'));
  const names = files.map((file) => file.slice(0, -ending.length));
  const sources = new URL(folder.href.replace('/dist/', '/src/'));
  const known = await readdir(sources).catch(() => undefined);
  return known === undefined
    ? names
    : names.filter((name) => known.some((file) => parse(file).name === name));
}

async function loadEndpoint(folder: URL, name: string): Promise<Endpoint> {
  const { href } = new URL(`${name}${ending}`, folder);
  const { endpoint } = (await import(href)) as { endpoint?: Endpoint };
  if (endpoint === undefined)
    throw new Error(`${href} exports no endpoint: export const endpoint = defineEndpoint({…})`);
  return endpoint;
}
