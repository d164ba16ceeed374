export { type PlainColumn, type PlainType, plainParquet } from './plain-file.ts';
