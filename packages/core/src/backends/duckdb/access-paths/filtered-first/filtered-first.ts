import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import type { AccessPath } from '../../candidates/access-path.ts';
import { passingRows, rankedRows } from '../../candidates/estimates/selectivity.ts';
import { fetchCandidate, fetchedRowsMax, withOrdinals } from '../../candidates/relation/fetched-rows.ts';
import { hasColumns } from '../../candidates/relation/segment-rows.ts';
import { scanOf } from '../../candidates/structure.ts';

/**
 * Late materialisation of the rows that pass WHERE: where WHERE needs only narrow columns and the query needs wider
 * ones, it first finds the rows that pass, then fetches them whole. The same for `QUALIFY row_number() OVER (…) <=
 * k`, which the rows it keeps pass again, and for any k rows.
 *
 * Where a query reads wide columns of many rows, the base files are better: the number of rows found decides that at
 * run time. It has no structure of its own: every other path may offer it sources.
 */
export const filteredFirst: AccessPath = {
  name: 'filtered-first',
  purpose: 'Late materialisation of the rows that pass a condition',
  route(context) {
    const { question, table } = context;
    const { joinFault, firstRanks } = question;
    if (joinFault !== undefined) return joinFault;
    const limit = limitOf(question.plainLimit);
    if (!question.hasWhere && firstRanks === undefined && limit === undefined) return 'no WHERE clause';
    const { structure: scan } = scanOf(table);
    if (hasColumns(context, scan, storedColumnsNeeded(table, question.columns)))
      return `${scan} has all columns`;
    const places = firstRanks === undefined ? question.whereColumns : question.rankedColumns;
    const sources = context.sources({ places, stored: storedColumnsNeeded(table, places) });
    if (sources.length === 0) return 'WHERE uses a column that only base files hold';
    const fault = question.filterFault;
    if (fault !== undefined) return fault;
    const { clauses } = question;
    if (clauses === undefined) return 'the clauses are in an unexpected order';
    const qualify = firstRanks === undefined ? '' : `\n${clauses.qualify}`;
    const passing = firstRanks === undefined ? passingRows(context) : rankedRows(context, firstRanks);
    return sources.map((source) =>
      fetchCandidate(context, {
        via: source.structure,
        sql: `SELECT _ordinal FROM ${withOrdinals(context, source)}${clauses.filter}${qualify}\nLIMIT ${limit ?? fetchedRowsMax + 1}`,
        rows: Math.min(passing, limit ?? passing),
        rowsMost: limit ?? fetchedRowsMax,
        cost: source.cost,
        note: `the rows that pass, found in ${source.structure}`,
      }),
    );
  },
};

/** Rows requested without an order, where they are few enough to be fetched. */
function limitOf(limit: bigint | undefined): number | undefined {
  return limit === undefined || limit > BigInt(fetchedRowsMax) ? undefined : Number(limit);
}
