export { unsupportedInArrow } from './arrow/unsupported.ts';
export { createEncoder, type EncoderOptions, type StreamColumn } from './create-encoder.ts';
export type { Encoder } from './encoder.ts';
export { describeType } from './types/describe-type.ts';
export { uniqueNames } from './unique-names.ts';
