import { lazily } from '@sdq/contract';
import { sqlName } from '@sdq/duckdb/sql';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import { type AccessPath, wholeSource } from '../../candidates/access-path.ts';
import { scanCost } from '../../candidates/estimates/cell-cost.ts';
import { withFrequentGroups } from '../../candidates/estimates/group-rows.ts';
import { bytesOfRows } from '../../candidates/estimates/structure-size.ts';
import { certainCandidate } from '../../candidates/relation/certain-rows.ts';
import { impliedRanges } from '../../candidates/relation/implied-ranges.ts';
import { relationOf } from '../../candidates/relation/relation.ts';
import { columnsOf, hasColumns, wantedRows } from '../../candidates/relation/segment-rows.ts';
import { scanOf } from '../../candidates/structure.ts';
import { compactScan, scanStructure } from './structure.ts';

/**
 * Reads columns of all rows from DuckDB's own format, in which every stored column is.
 *
 * For queries that read most rows, and for every query that no other path answers: they cost a tenth to a third of
 * what they cost in base files. 150 to 200 bytes per row of `videos`, a third of them captions. In the compact profile
 * it has the columns that take few bytes, about 30 per row.
 */
export const nativeScan: AccessPath = {
  name: 'native-scan',
  purpose: 'Columns of all rows',
  structure: scanStructure,
  compact: compactScan,
  route(context) {
    const { table, question, rows } = context;
    const { structure: scan } = scanOf(table);
    const needed = storedColumnsNeeded(table, question.columns);
    if (!hasColumns(context, scan, needed)) return 'the query uses a column that the segments lack';
    const written = () => {
      const ranges = impliedRanges(question, columnsOf(context, scan)).join(' AND ');
      // Each column that a relation lists is bound: 28 of them take longer than what most queries ask of few rows.
      const parts = wantedRows(context, scan, needed, { ordinal: 'rowid', where: ranges || 'true' });
      return relationOf(context, needed, parts);
    };
    return [
      certainCandidate({
        via: scan,
        relation: lazily(written),
        rows,
        bytes: bytesOfRows(context, scan, rows, needed.length),
        cost: scanCost(context, needed),
        costMost: scanCost(withFrequentGroups(context), needed),
        note: `${needed.map(sqlName).join(', ') || 'rows'} from ${scan}`,
      }),
    ];
  },
  sources(context, { stored }) {
    const { structure } = scanOf(context.table);
    if (!hasColumns(context, structure, stored)) return [];
    return [{ ...wholeSource, structure, ordinal: 'rowid', cost: scanCost(context, stored) }];
  },
};
