import { cost } from '../cost.ts';
import { readWhole } from '../instants.ts';
import type { RouteRule } from '../rule.ts';
import { fetchedRowsMax } from './ordinals.ts';
import { globalOrdinal, relationOf, rowStep, storedList, tableOf, wantedOnly } from './structure-relation.ts';

/** For `USING SAMPLE n ROWS`: chooses among ordinals, and fetches the rows chosen. */
export const sampledRows: RouteRule = {
  name: 'sampled-rows',
  propose(context) {
    const { coverage, reference, uncovered, files } = context;
    const { select, node } = reference;
    if (coverage.segments.length === 0) return 'no segment is built';
    const sample = node.sample ?? (select.from_table === node ? select.sample : null);
    if (sample === null) return 'the query takes no sample of the table';
    if (node.sample !== null && select.sample !== null) return 'the query samples twice';
    if (uncovered.length > 0) return 'some rows are not in a segment yet';
    if (sample.is_percentage || sample.method.toLowerCase() !== 'reservoir') return 'no plain number of rows';
    if (sample.seed !== -1) return 'the sample is to be repeatable';
    const count = readWhole({
      class: 'CONSTANT',
      type: 'VALUE_CONSTANT',
      alias: '',
      query_location: 0,
      value: sample.sample_size,
    });
    if (count === undefined || count < 1n || count > BigInt(fetchedRowsMax))
      return `no number of rows from 1 to ${fetchedRowsMax}`;
    const parts = coverage.segments.map(
      (live) =>
        `SELECT ${globalOrdinal(live, 'rowid')} AS _ordinal FROM ${tableOf(live, 'scan')} WHERE true${wantedOnly(context, live, 'rowid')}`,
    );
    const { step, stored } = rowStep(
      context,
      `SELECT _ordinal FROM (${parts.join(' UNION ALL ')}) USING SAMPLE ${count} ROWS`,
      { rowsMin: 0, rowsMax: fetchedRowsMax },
    );
    const rows = files.reduce((sum, file) => sum + file.rows, 0);
    return [
      {
        via: 'scan',
        relation: relationOf(context, stored, [
          `SELECT ${storedList(context, stored)} FROM ${step.placeholder}`,
        ]),
        steps: [step],
        edits: [],
        rowsMin: 0,
        rows: Number(count),
        bytes: Number(count) * 120,
        cost: 2 * cost.start + cost.fetch + rows * cost.nativeCell + Number(count) * cost.fetchedRow,
        note: `${count} rows chosen by number`,
      },
    ];
  },
};
