export { addFiles } from './add-files.ts';
export type {
  AddedFile,
  AddOptions,
  AddProgress,
  AddReport,
  CollectionReport,
  Conversion,
  Guess,
  RefusalExample,
  UnusedField,
} from './add-report.ts';
export { addRecords } from './follow/add-records.ts';
export { followFolder } from './follow/follow-folder.ts';
export { type FollowOptions, followLines } from './follow/follow-lines.ts';
export type { BatchLimits } from './follow/line-batches.ts';
export { type FormatName, formatNames } from './formats/index.ts';
export {
  type AddInPlaceOptions,
  type AddInPlaceReport,
  addInPlace,
  type InPlaceProgress,
} from './in-place/add-in-place.ts';
export { type NoteName, noteMeanings } from './notes.ts';
export { type RefusalReason, refusalReasons } from './observation.ts';
export {
  type Preview,
  type PreviewedColumn,
  type PreviewedFile,
  type PreviewOptions,
  previewFiles,
} from './preview-files.ts';
export type { Input } from './sources/input.ts';
export { type ListOptions, listSources, type SourceList } from './sources/list-sources.ts';
export type { SkippedSource } from './sources/skipped.ts';
export { type SourceLimits, sourceLimits } from './sources/source-limits.ts';
