export type { KeyValues } from './encode-key.ts';
export { KeyCache } from './key-cache.ts';
export { decimalOf, type KeyColumn, type KeyForm, keyFormOf } from './key-column.ts';
export { KeyFile } from './key-file.ts';
export type { KeyFileHead } from './key-layout.ts';
export { type WriteKeyFileOptions, type WrittenKeys, writeKeyFile } from './write-key-file.ts';
