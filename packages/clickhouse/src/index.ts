export { type ClickHouseOptions, clickhouseBackend } from './backend/clickhouse-backend.ts';
export type { ClusterAddress, GivenAddress } from './client/cluster-address.ts';
export { readClusterAddress } from './client/cluster-address.ts';
export * from './emit/index.ts';
export {
  type ClusterStatus,
  clusterStatus,
  type DropClusterOptions,
  type DropReport,
  dropCluster,
} from './load/drop-cluster.ts';
export { type InitReport, initCluster } from './load/init-cluster.ts';
export type { LoadOptions, LoadProgress, LoadReport } from './load/load-options.ts';
export { loadSnapshot } from './load/load-snapshot.ts';
