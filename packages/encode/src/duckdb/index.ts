export { readBatch } from './read-batch.ts';
export { readType } from './read-type.ts';
