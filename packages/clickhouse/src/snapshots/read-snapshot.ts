import { AppError } from '@sdq/contract';
import type { ClusterNode } from '../client/cluster-node.ts';
import { NodeFault } from '../client/node-fault.ts';
import { homeDatabase, qualified, snapshotDatabase } from './names.ts';
import { recordFormat, type SnapshotRecord } from './record.ts';

/** Which snapshot is the current one; a greater version is newer. */
export interface Pointer {
  readonly snapshotId: string;
  readonly version: number;
}

const absentCodes: ReadonlySet<number> = new Set([60, 81]); // UNKNOWN_TABLE, UNKNOWN_DATABASE

/** The pointer as a node has it; undefined where nothing was loaded. Errors: `NodeFault`, `NodeLost`. */
export async function readPointer(node: ClusterNode, signal?: AbortSignal): Promise<Pointer | undefined> {
  const sql = `SELECT snapshot AS id, toString(version) AS version FROM ${qualified(homeDatabase, 'pointer')} ORDER BY version DESC LIMIT 1`;
  const rows = await orAbsent(node.rows<{ id: string; version: string }>(sql, { signal }));
  const [row] = rows ?? [];
  return row && { snapshotId: row.id, version: Number(row.version) };
}

/** What a node holds of a snapshot; undefined where it was not loaded to its end. Errors: `index_too_new`. */
export async function readRecord(
  node: ClusterNode,
  id: string,
  signal?: AbortSignal,
): Promise<SnapshotRecord | undefined> {
  const sql = `SELECT record FROM ${qualified(snapshotDatabase(id), 'snapshot')} LIMIT 1`;
  const rows = await orAbsent(node.rows<{ record: string }>(sql, { signal }));
  const [row] = rows ?? [];
  if (row === undefined) return undefined;
  const record = JSON.parse(row.record) as SnapshotRecord;
  if (record.format <= recordFormat) return record;
  throw new AppError('index_too_new', `The cluster was loaded by a newer sdq (format ${record.format})`, {
    hint: 'Upgrade sdq, or load the snapshot with this version',
  });
}

async function orAbsent<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NodeFault && absentCodes.has(error.code)) return undefined;
    throw error;
  }
}
