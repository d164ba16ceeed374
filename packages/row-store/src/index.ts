export { BlockCache } from './block-cache.ts';
export type { Packing } from './block-packer.ts';
export type { RowColumn } from './column-kind.ts';
export { holdRows, type RowTable, registerRowsFunction } from './function/rows-function.ts';
export { ParquetPages, ParquetRowFile } from './parquet/parquet-row-file.ts';
export { RowFile } from './row-file.ts';
export { fetchRowsMax, RowGatherer } from './row-gatherer.ts';
export type { FixedValues, ListValues, RowSet, RowValues, TextValues } from './row-set.ts';
export { type WriteRowFileOptions, writeRowFile } from './write-row-file.ts';
