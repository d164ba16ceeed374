import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '@sdq/index';

/** Snapshots that are remembered: a store may answer with an old pointer. */
const snapshotsMax = 50;

/** Whether this index has published this snapshot to this store, or has begun to. */
export async function isPublishedFromHere(
  index: string,
  address: string,
  snapshotId: string,
): Promise<boolean> {
  return (await publishedFromHere(index, address)).includes(snapshotId);
}

/** Addresses of the object stores that this index was published to. */
export async function publishedStores(index: string): Promise<string[]> {
  const folder = join(index, 'publications');
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.split('\n')[0] ?? '').filter((address) => address !== '');
}

/** Call before the pointer is moved: the answer to that may be lost. */
export async function rememberPublication(index: string, address: string, snapshotId: string): Promise<void> {
  const others = (await publishedFromHere(index, address)).filter((id) => id !== snapshotId);
  const lines = [address, ...others.slice(1 - snapshotsMax), snapshotId];
  await writeFileAtomically(recordOf(index, address), `${lines.join('\n')}\n`);
}

async function publishedFromHere(index: string, address: string): Promise<string[]> {
  const text = await readFile(recordOf(index, address), 'utf8').catch(() => '');
  const [of, ...ids] = text.trim().split('\n');
  return of === address ? ids : [];
}

/** `publications/<hash of the address>` in the index. */
function recordOf(index: string, address: string): string {
  const name = createHash('sha256').update(address).digest('hex').slice(0, 16);
  return join(index, 'publications', name);
}
