import { keysAllowed, keysMax } from '../../../../shape/filter/key-values.ts';
import type { AccessPath } from '../../candidates/access-path.ts';
import { cost, nativeCost } from '../../candidates/cost.ts';
import { keyFileIn, keyFileOfKey } from '../../candidates/key-files.ts';
import { fetchKeys } from '../../candidates/relation/fetched-keys.ts';
import { rowsOfKeys } from '../../candidates/relation/tested-rows.ts';
import { ordinalsBySql } from './ordinals-by-sql.ts';

/**
 * Fetches rows by their keys.
 *
 * For rows given by key, up to 2,000 of them: every column of the key is compared with constants. They are found in the
 * key file of each segment, without an engine, in about 6 µs each (about 7 bytes per row for numbers in rising order).
 * Segments built before there were key files are searched by SQL. Where all rows of an owner or a range are read, other
 * paths are better. Its size grows with the rows of the table; the cost of a look-up hardly does.
 */
export const keyRows: AccessPath = {
  name: 'key-rows',
  purpose: 'Rows named by their keys',
  route(context) {
    const { question, table, coverage } = context;
    const file = keyFileOfKey(table);
    if (file === undefined) return 'no key file is kept of the key';
    const keys = keysAllowed(question.filter, file.columns);
    if (keys === undefined) return 'no condition that names keys';
    if (keys === 'too many') return `it names more than ${keysMax} keys`;
    const rows = keys.length;
    const isWhole = coverage.segments.every((live) => keyFileIn(live, file) !== undefined);
    const missing = 'a segment has no key file: `sdq index build` writes it';
    const found = rows === 1 ? 'one key' : `${rows} keys`;
    const note = isWhole ? found : `${found}; ${missing}`;
    const candidate = fetchKeys(context, {
      ...{ file, keys, rows, note },
      fetched: rowsOfKeys(context, file.columns),
      otherwise: ordinalsBySql(context, file),
    });
    return candidate === undefined ? missing : [candidate];
  },
  lookUps(context) {
    const found = keyRows.route(context);
    return typeof found === 'string' ? [] : found;
  },
  ordinals(context, filter) {
    const file = keyFileOfKey(context.table);
    const ordinals = file && ordinalsBySql(context, file, filter);
    if (file === undefined || ordinals === undefined) return undefined;
    const keys = keysAllowed(filter, file.columns);
    if (keys === undefined || keys === 'too many') return undefined;
    const rows = { typical: keys.length, many: keys.length };
    return { ordinals, rows, cost: nativeCost(context.rows, cost.nativeCell), note: `${keys.length} keys` };
  },
};
