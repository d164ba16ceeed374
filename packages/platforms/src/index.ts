export { directoryStore, purgeMedia } from './addons/directory-store.ts';
export type { MediaStore, StoredVideo } from './addons/media-store.ts';
export { isSignatureOf, signatureOf } from './addons/signature.ts';
export type { AnswerSql } from './answer-sql.ts';
export { configuredSources } from './configured-sources.ts';
export {
  type DataSecretUse,
  describeDataSecret,
  openDataSecret,
  retireDataSecrets,
  rotateDataSecret,
} from './data-secret.ts';
export type { DriverFigures } from './driver-figures.ts';
export { type DriverStatus, driversOf } from './drivers-on.ts';
export { Cursors } from './paging/cursor.ts';
export {
  type Answered,
  type Caller,
  openPlatformData,
  type PlatformData,
  type PlatformDataFigures,
  type PlatformDataOptions,
} from './platform-data.ts';
export { markSql, readPlatformFacts } from './platform-labels.ts';
export { type PlatformStatus, platformStatus } from './platform-status.ts';
export { SigningSecrets } from './signing-secrets.ts';
export type { Source } from './source.ts';
export type { CallReport } from './upstream/dispatcher.ts';
export { type UpstreamSource, upstreamSource } from './upstream/upstream-source.ts';
export { knownRecords } from './write-through/known-records.ts';
export type { Observation } from './write-through/observation.ts';
export { type PurgedSpool, purgeSpool } from './write-through/purge-spool.ts';
export { recordsOf, removeRecords, tablesRemovedWith } from './write-through/remove-records.ts';
export { WriteThrough, type WriteThroughFigures } from './write-through/write-through.ts';
