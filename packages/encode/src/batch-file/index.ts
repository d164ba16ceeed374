export { BatchFile, type RowRange } from './batch-file.ts';
export { BatchFileWriter } from './batch-file-writer.ts';
export { UnreadableBatchFile } from './batch-index.ts';
