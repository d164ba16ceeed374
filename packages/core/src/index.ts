export {
  builtInCatalog,
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  type ColumnDescription,
  category,
  defineTable,
  flag,
  type GuessedRole,
  key,
  measure,
  type OwnTable,
  owner,
  parent,
  readTables,
  type TableDescription,
  tags,
  text,
  time,
} from '@sdq/catalog';
export {
  AppError,
  type CrashEntry,
  type CrashLog,
  type ErrorCode,
  type Platform,
  type ResultColumn,
  type ResultFormat,
  type SqlErrorDetail,
  type SqlParameters,
} from '@sdq/contract';
export type { BackendFactory, Route, RuleOutcome } from './backend/execution-backend.ts';
export {
  type ArrowData,
  type LocalFile,
  type LocalFormat,
  type LocalTable,
  localFormats,
  localTableLimits,
} from './backend/local-table.ts';
export type { ResultSummary, SpoolOptions } from './backend/result-stream.ts';
export { makeSpillFolder } from './backend/spill-folder.ts';
export { coresOfMachine, memoryOfMachine } from './backends/duckdb/open-runner.ts';
export { PurgeFeed } from './backends/duckdb/purge-feed.ts';
export * from './build-functions.ts';
export { type CompactionFigures, Compactor, type CompactorOptions } from './compaction/compactor.ts';
export type { AddReport, AddRowsOptions, AddSource } from './engine/add-rows.ts';
export type { AskedParameter, CheckedQuery, QueryFault } from './engine/check-query.ts';
export type { QueryParameter, QueryParameters } from './engine/embedding.ts';
export type {
  CommonValuesOfTables,
  Engine,
  EngineOptions,
  EngineStatus,
  QueryOptions,
  QueryResult,
  Row,
  Schema,
  SnapshotHold,
  SpooledOptions,
  TableSchema,
} from './engine/engine.ts';
export type { Explanation } from './engine/explanation.ts';
export {
  type ConcurrencyLimits,
  concurrencyDefaults,
  type Permit,
  type QueuePlace,
} from './engine/fair-queue.ts';
export { openEngine } from './engine/open-engine.ts';
export type { PreparedQuery } from './engine/prepared-query.ts';
export type { QueryFacts, QueryProgress } from './engine/query-facts.ts';
export { type EndedStep, type QueryObserver, type QueryStep, querySteps } from './engine/query-observer.ts';
export type { LocalTables } from './engine/query-tables.ts';
export { resultOf } from './engine/question.ts';
export {
  type Quote,
  type QuotedOptions,
  Quotes,
  type QuotesOptions,
  type SealedResult,
} from './engine/quotes.ts';
export { RecentSnapshots, type RecentSnapshotsOptions } from './engine/recent-snapshots.ts';
export { SnapshotFeed } from './engine/snapshot-feed.ts';
export type { OfferedSignatures, SqlLanguage } from './engine/sql-language.ts';
export { type PostgresType, postgresType, postgresTypes } from './introspection/relations/postgres-types.ts';
export { holds, sessionSettings } from './introspection/relations/session-values.ts';
