import type { CatalogTable } from '@sdq/catalog';
import type { SqlParameters } from '@sdq/contract';
import type { BackendPlan } from '../../../backend/execution-backend.ts';
import type { Plan } from '../runnable-plan.ts';
import { callerOffset } from './caller-offset.ts';
import { toAppError } from './engine-error.ts';

/** Turns what DuckDB throws for a plan over these tables into an AppError about the caller's own text. */
export function userErrors(planned: Plan, tables: readonly CatalogTable[]): BackendPlan['toUserError'] {
  return (error, { quotesValues = true } = {}) =>
    toAppError(error, {
      text: planned.statement.text,
      offsetOf: (byteOffset) => callerOffset(planned, byteOffset),
      visibleNames: tables.flatMap((table) => [table.name, ...table.columns.map((column) => column.name)]),
      onlyGiven: quotesValues ? undefined : givenValues(planned.statement.parameters),
    });
}

function givenValues(parameters: SqlParameters): string[] {
  return Object.values(parameters).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
}
