/**
 * The scanner of imports: text to columns. It keeps the dialect and the keys from one call to the next; the caller says where
 * everything lies.
 */
export { crowded } from './cells';
export { beginCsv, csvOdd, csvPlace, csvRows, readCsv } from './csv';
export {
  addKey,
  beginJson,
  jsonOdd,
  jsonRecords,
  newKeyEnd,
  newKeyObject,
  newKeyStart,
  readJson,
} from './json';

/** Where memory is free from. */
export function freeFrom(): usize {
  return __heap_base;
}
