import { AppError } from '@sdq/contract';
import { placedError, type Statement } from '@sdq/core/backend';
import type { BoundQuery } from './bind/plan-binder.ts';
import type { EmitContext, Emitted } from './context.ts';
import type { Exactness } from './functions/translation.ts';
import { checkPlan } from './plan/check-plan.ts';
import { clickhouseType } from './plan/duck-type.ts';
import { nodeOf } from './plan/read-node.ts';
import { Refusal, refuse } from './refusal.ts';
import { emitRelation } from './relations/emit-relation.ts';
import { orderOf, render, type Select } from './select/select.ts';
import { exactSettings } from './settings.ts';
import { Names } from './sql/names.ts';
import { lacksForm, needsOrder, type Value } from './sql/value.ts';

/** Bytes. ClickHouse reads at most `max_query_size`, 256 KiB unless it is set. */
const sqlLengthMax = 200_000;

/**
 * The query of a bound plan in ClickHouse's SQL, with the same answer. Errors: `not_supported_by_backend`, with the
 * place, for everything that is not known to be exact.
 */
export function emit(query: BoundQuery, context: EmitContext): Emitted {
  const used = new Map<string, Exactness>();
  const open = new Set<string>();
  try {
    checkPlan(query.plan);
    const select = emitRelation(nodeOf(query.plan), {
      ...context,
      emit: emitRelation,
      names: new Names(),
      caseMaps: query.caseMaps,
      used: (name, exactness) => void used.set(name, exactness),
      open: (what) => void open.add(what),
      outer: [],
      ctes: new Map(),
    });
    return finished(select, query, context, { used, open });
  } catch (error) {
    if (error instanceof RangeError && error.message.includes('call stack'))
      throw new AppError(
        'not_supported_by_backend',
        'ClickHouse does not answer a query that is nested so deeply.',
      );
    if (!(error instanceof Refusal)) throw error;
    const location =
      error.location === null ? placeOfCall(error.call, context.text) : query.callerOffset(error.location);
    const hint =
      error.instead === undefined
        ? 'docs/clickhouse-sql.md lists what a cluster answers. The backend of DuckDB answers the whole language.'
        : `Write ${error.instead} instead.`;
    throw placedError('not_supported_by_backend', { text: context.text } as Statement, {
      message: `ClickHouse does not answer ${error.message} with exactly the same result.`,
      location,
      hint,
    });
  }
}

function finished(
  select: Select,
  { columns }: BoundQuery,
  { rowsMax }: EmitContext,
  { used, open }: { used: ReadonlyMap<string, Exactness>; open: ReadonlySet<string> },
): Emitted {
  if (select.columns.length !== columns.length) refuse('a plan of this form');
  select.columns.forEach(checkResult);
  const isCut = rowsMax !== undefined && (select.limit === null || Number(select.limit) > rowsMax);
  const cut: Select = isCut ? { ...select, limit: String(rowsMax) } : select;
  const sql = render(
    cut,
    columns.map((_, at) => `c${at}`),
  );
  if (Buffer.byteLength(sql) > sqlLengthMax) refuse('a query that is so long in its SQL', 'fewer steps');
  return {
    sql,
    settings: exactSettings,
    columns: columns.map(({ name, type }, at) => ({
      ...{ name, type },
      isBoxed: select.columns[at]?.isBoxed === true,
    })),
    ordered: orderOf(select),
    orderColumns: orderColumnsOf(select),
    open: [...open],
    functions: Object.fromEntries(used),
  };
}

/** Places of the columns by which the result is sorted; null where it is sorted by something else too. */
function orderColumnsOf({ order, columns }: Select): number[] | null {
  const places = (order ?? []).map(({ value }) => columns.findIndex(({ sql }) => sql === value.sql));
  return places.includes(-1) ? null : places;
}

/** A column of the result is of a type that both have. */
function checkResult(column: Value): void {
  if (column.type.id === 'NULL') return;
  clickhouseType(column.type, column.nullable);
  needsOrder(column);
  if (lacksForm(column))
    refuse('a list or struct that may be NULL as a result', 'coalesce(…, []), or an INNER JOIN');
}

/** The byte offset of a call, if the text has just one of that function. */
function placeOfCall(name: string | null, text: string): number | null {
  if (name === null || !/^\w+$/.test(name)) return null;
  const places = [...text.matchAll(new RegExp(`\\b${name}\\s*\\(`, 'gi'))];
  const [place, another] = places;
  return place === undefined || another !== undefined ? null : Buffer.byteLength(text.slice(0, place.index));
}
