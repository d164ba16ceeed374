import { sqlName } from '@sdq/duckdb/sql';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import { type AccessPath, wholeSource } from '../../candidates/access-path.ts';
import { nativeCost } from '../../candidates/cost.ts';
import { bytesOfRows } from '../../candidates/estimates/structure-size.ts';
import { certainCandidate } from '../../candidates/relation/certain-rows.ts';
import { relationOf } from '../../candidates/relation/relation.ts';
import { columnsOf, hasColumns, wantedRows } from '../../candidates/relation/segment-rows.ts';
import { scanOf } from '../../candidates/structure.ts';
import { scanStructure } from './structure.ts';

/**
 * Reads narrow columns of all rows from DuckDB's own format.
 *
 * For queries that read most rows: they cost a tenth of what they cost in base files. Long texts and rarely used
 * columns are not in it. 60 to 80 bytes per row.
 */
export const nativeScan: AccessPath = {
  name: 'native-scan',
  purpose: 'Narrow columns of all rows',
  structure: scanStructure,
  route(context) {
    const { table, question, rows } = context;
    const { structure: scan } = scanOf(table);
    const needed = storedColumnsNeeded(table, question.columns);
    if (!hasColumns(context, scan, needed)) return 'the query uses a column that only base files have';
    const stored = columnsOf(context, scan);
    const parts = wantedRows(context, scan, stored, { ordinal: 'rowid' });
    return [
      certainCandidate({
        via: scan,
        relation: relationOf(context, stored, parts),
        rows,
        bytes: bytesOfRows(context, scan, rows, needed.length),
        cost: nativeCost(rows, needed.length + 1),
        note: `${needed.map(sqlName).join(', ') || 'rows'} from ${scan}`,
      }),
    ];
  },
  sources(context, { stored }) {
    const { structure } = scanOf(context.table);
    if (!hasColumns(context, structure, stored)) return [];
    return [
      { ...wholeSource, structure, ordinal: 'rowid', cost: nativeCost(context.rows, stored.length + 1) },
    ];
  },
};
