import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const secretBytes = 32;

/**
 * The secret that signs cursors and links: derived from a shared pepper if there is one, else from a file of mode 0600
 * that is created at the first start.
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
    throw new Error(
      `"${path}" is not a secret of ${secretBytes} bytes. Delete the file to create a new one.`,
    );
  return secret;
}
