import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const secretBytes = 32;

/**
 * What signs cursors and links: derived from a pepper that several machines share, when there is one; else kept in a
 * file of mode 0600 that is made at the first start.
 */
export async function loadSecret(path: string, pepper: string | undefined): Promise<Buffer> {
  if (pepper) return createHmac('sha256', pepper).update('cursors and links').digest();
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, randomBytes(secretBytes), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = await readFile(path);
  if (secret.length !== secretBytes)
    throw new Error(`${path} is not a secret of ${secretBytes} bytes; delete it`);
  return secret;
}
