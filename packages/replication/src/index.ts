export type { OpenTables, PublishedTables } from './iceberg/publish-tables.ts';
export type { OmittedColumn } from './iceberg/table-schema.ts';
export { Mirror, type MirrorFigures, type MirrorWatchOptions } from './mirror/mirror.ts';
export {
  type Mirrored,
  type MirrorOptions,
  type MirrorProgress,
  mirrorSnapshot,
} from './mirror/mirror-snapshot.ts';
export { publishedStores } from './publish/publication-record.ts';
export { type Publication, type PublishOptions, publishSnapshot } from './publish/publish-snapshot.ts';
export type { ListedObject, ObjectStore } from './store/object-store.ts';
export { openStore } from './store/open-store.ts';
export type { UploadProgress } from './store/upload-files.ts';
