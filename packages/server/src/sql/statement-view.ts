import type { SqlStatement } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { Statement } from './statements.ts';

/** Where a statement is asked for. */
export function statementPath({ id, platform }: Pick<Statement, 'id' | 'platform'>): string {
  return `/api/${platform}/sql/statements/${id}`;
}

/** What a caller is told of a statement beside its result. */
export function statementView(statement: Statement): SqlStatement {
  const { id, state, submittedAt, endedAt, rows, error } = statement;
  return {
    statement_id: id,
    state,
    status_url: statementPath(statement),
    submitted_at: new Date(submittedAt).toISOString(),
    progress: { rows, elapsed_ms: (endedAt ?? Date.now()) - submittedAt },
    charged: chargedFor(statement),
    expires_at: expiryOf(statement),
    error: error === undefined ? null : { code: error.code, message: error.message },
  };
}

/** Until when its result is kept, at most. */
export function expiryOf({ expiresAt }: Statement): string | null {
  return expiresAt === undefined ? null : new Date(expiresAt).toISOString();
}

export function chargedFor({ price, rows, requestId }: Statement): SqlStatement['charged'] {
  return price === undefined ? null : { cost: formatCost(price.units), records: rows, request_id: requestId };
}
