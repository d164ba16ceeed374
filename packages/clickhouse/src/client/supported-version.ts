import { AppError } from '@sdq/contract';
import type { ClusterNode } from './cluster-node.ts';

/** The oldest version of ClickHouse whose answers were compared: `major.minor`. */
export const versionMin = '26.7';

/** Whether a node of this version answers as DuckDB does, as far as it is known. */
export function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [majorMin = 0, minorMin = 0] = versionMin.split('.').map(Number);
  return major > majorMin || (major === majorMin && minor >= minorMin);
}

/** Errors: `cluster_refused` for a node that is too old; those of {@link ClusterNode.rows}. */
export async function requireVersion(node: ClusterNode): Promise<void> {
  const [row] = await node.rows<{ version: string }>('SELECT version() AS version');
  const version = row?.version ?? 'unknown';
  if (isSupported(version)) return;
  throw new AppError(
    'cluster_refused',
    `The node ${node.name} runs ClickHouse ${version}, and ${versionMin} or later is needed`,
    { hint: 'Upgrade the node: older versions lack functions and types, or answer otherwise' },
  );
}
