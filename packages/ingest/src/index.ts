export { addFiles } from './add-files.ts';
export type {
  AddedFile,
  AddOptions,
  AddProgress,
  AddReport,
  Guess,
  RefusalExample,
  UnusedField,
} from './add-report.ts';
export { type FormatName, formatNames } from './formats/index.ts';
export { type NoteName, noteMeanings } from './notes.ts';
export { type RefusalReason, refusalReasons } from './observation.ts';
export {
  type PreviewedColumn,
  type PreviewedFile,
  type PreviewOptions,
  previewFiles,
} from './preview-files.ts';
