import { narrowColumns } from '@sdq/catalog';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import type { AccessPath, Source } from '../../candidates/access-path.ts';
import { scanCost } from '../../candidates/estimates/cell-cost.ts';
import { isPassingKnown, passingRows, rankedRows } from '../../candidates/estimates/selectivity.ts';
import { fetchCandidate, fetchedRowsMax, withOrdinals } from '../../candidates/relation/fetched-rows.ts';
import { hasColumns } from '../../candidates/relation/segment-rows.ts';
import { scanOf } from '../../candidates/structure.ts';

/**
 * Where statistics do not tell how many rows pass, few are hoped for if testing WHERE costs at most this share of a
 * scan: so much is lost where there are many. Otherwise as many are feared as are fetched at most.
 */
const triedShare = 0.15;

/** As many rows are hoped for at most. */
const hopedRows = 100;

/** Estimated rows from which the search is not tried: estimates may be this much too high. */
const tooMany = 4 * fetchedRowsMax;

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
    const needed = storedColumnsNeeded(table, question.columns);
    const narrow = narrowColumns(table).map(({ name }) => name);
    if (hasColumns(context, scan, needed) && needed.every((name) => narrow.includes(name)))
      return 'the query needs narrow columns only';
    const places = firstRanks === undefined ? question.whereColumns : question.rankedColumns;
    const sources = context.sources({ places, stored: storedColumnsNeeded(table, places) });
    if (sources.length === 0) return 'WHERE uses a column that the segments lack';
    const fault = question.filterFault;
    if (fault !== undefined) return fault;
    const { clauses } = question;
    if (clauses === undefined) return 'the clauses are in an unexpected order';
    const qualify = firstRanks === undefined ? '' : `\n${clauses.qualify}`;
    const passing = firstRanks === undefined ? passingRows(context) : rankedRows(context, firstRanks);
    const isKnown = firstRanks !== undefined || isPassingKnown(context);
    if (isKnown && limit === undefined && passing > tooMany)
      return 'too many rows pass for all to be fetched';
    const whole = scanCost(context, needed);
    return sources.map((source) =>
      fetchCandidate(context, {
        via: source.structure,
        sql: `SELECT _ordinal FROM ${withOrdinals(context, source, places)}${clauses.filter}${qualify}\nLIMIT ${limit ?? fetchedRowsMax + 1}`,
        rows: Math.min(isKnown ? passing : expected(source, passing, whole), limit ?? fetchedRowsMax),
        rowsMost: limit ?? fetchedRowsMax,
        cost: source.cost,
        note: `the rows that pass, found in ${source.structure}`,
      }),
    );
  },
};

/** Rows to expect of a source where statistics do not tell how many pass; `whole` is the cost of a scan. */
function expected(source: Source, passing: number, whole: number): number {
  return source.cost > triedShare * whole ? fetchedRowsMax : Math.min(passing, hopedRows);
}

/** Rows requested without an order, where they are few enough to be fetched. */
function limitOf(limit: bigint | undefined): number | undefined {
  return limit === undefined || limit > BigInt(fetchedRowsMax) ? undefined : Number(limit);
}
