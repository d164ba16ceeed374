/**
 * What writes an index and needs no parser, gate or planner (`@sdq/core/builds`): a program that only builds starts sooner than with
 * `@sdq/core`, which exports the same functions.
 */
export {
  type BuildIndexOptions,
  type BuildIndexReport,
  buildIndex,
  needsRefresh,
  type TableBuild,
} from './backends/duckdb/segments/build-index.ts';
export type {
  BuildProgress,
  BuiltRowFiles,
  BuiltStructure,
  SegmentReport,
} from './backends/duckdb/segments/build-report.ts';
export {
  type CompactIndexOptions,
  type CompactIndexReport,
  compactIndex,
} from './backends/duckdb/segments/compact-index.ts';
export {
  type PurgeIndexOptions,
  type PurgeIndexReport,
  purgeIndex,
} from './backends/duckdb/segments/purge-index.ts';
export {
  type UpgradeIndexOptions,
  type UpgradeIndexReport,
  type UpgradePlan,
  upgradeIndex,
} from './backends/duckdb/segments/upgrade-index.ts';
export {
  type ApplyRetentionOptions,
  applyRetention,
  type RetentionReport,
} from './compaction/apply-retention.ts';
export { BackgroundRefresh, type BackgroundRefreshOptions } from './compaction/background-refresh.ts';
