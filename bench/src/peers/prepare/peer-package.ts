import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Packages that only the benchmark's peers need: `npm run tools` installs them; no workspace depends on them. */
export type PeerPackage = 'chdb' | 'nodejs-polars';

/**
 * The version of a package that is installed in a directory. If it is missing, rejects with the command that installs
 * it.
 */
export async function peerPackageVersion(name: PeerPackage, folder: string): Promise<string> {
  try {
    const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  } catch {
    throw new Error(`${name} is not installed in ${folder}: npm run tools installs it`);
  }
}
