import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogTable } from '@sdq/catalog';
import type { BenchHooks } from '../../bench-hooks.ts';
import type { EnsuredIndex } from '../../data/ensure-index.ts';
import { lackOfDisk } from '../../data/free-disk.ts';
import { ensureRawParquet, type RawTable } from '../../data/write-raw-parquet.ts';
import type { Participant } from '../participant.ts';
import { type PeerName, preparePeer } from './prepare-peer.ts';
import type { PrepareContext, PreparedPeer } from './prepared-peer.ts';

/** The maximum size of raw Parquet as a multiple of a table's base files, with a fifth more for temporary data. */
const rawGrowth = 2.3 * 1.2;

export interface PeerHere {
  readonly name: PeerName;
  readonly participant: Participant;
  /** Absent if the peer is. */
  readonly prepared?: PreparedPeer;
}

/** Every requested peer, either ready or with the reason why it is absent. */
export async function preparePeers(
  names: readonly PeerName[],
  { snapshot }: Pick<EnsuredIndex, 'snapshot'>,
  tables: readonly CatalogTable[],
  given: Pick<PrepareContext, 'directory' | 'packages' | 'memoryBytesMax'>,
  { signal, onProgress }: BenchHooks,
): Promise<{ raw: RawTable[]; peers: PeerHere[] }> {
  if (names.length === 0) return { raw: [], peers: [] };
  const directory = join(given.directory, 'raw');
  await mkdir(directory, { recursive: true });
  const lack = await lackForRaw(directory, snapshot, tables);
  if (lack !== undefined)
    return { raw: [], peers: names.map((name) => ({ name, participant: { name, absent: lack } })) };
  const raw = await ensureRawParquet({ snapshot, directory, tables, signal, onProgress });
  const context = { ...given, raw, signal, onProgress };
  const peers: PeerHere[] = [];
  for (const name of names) {
    try {
      onProgress(`preparing ${name}`);
      const prepared = await preparePeer(name, context);
      const { description, bytes, buildSeconds } = prepared;
      const built = buildSeconds === undefined ? {} : { buildSeconds };
      peers.push({ name, participant: { name, description, bytes, ...built }, prepared });
    } catch (error) {
      signal.throwIfAborted();
      onProgress(`${name} is absent: ${(error as Error).message}`);
      peers.push({ name, participant: { name, absent: (error as Error).message } });
    }
  }
  return { raw, peers };
}

/** The reason why the missing raw tables do not fit on the disk. */
async function lackForRaw(
  directory: string,
  snapshot: EnsuredIndex['snapshot'],
  tables: readonly CatalogTable[],
): Promise<string | undefined> {
  const missing = tables.filter(({ name }) => !existsSync(join(directory, name)));
  const bytes = missing.flatMap((table) => snapshot.files(table)).reduce((sum, file) => sum + file.bytes, 0);
  return missing.length === 0 ? undefined : await lackOfDisk(directory, bytes * rawGrowth);
}
