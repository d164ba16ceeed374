import type { SqlStatement } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { Statement } from './statements.ts';

/** The URL path of a statement. */
export function statementPath({ id, platform }: Pick<Statement, 'id' | 'platform'>): string {
  return `/api/${platform}/sql/statements/${id}`;
}

/** The public state of a statement without its result. */
export function statementView(statement: Statement): SqlStatement {
  const { id, state, submittedAt, endedAt, rows, progress, error } = statement;
  return {
    statement_id: id,
    state,
    status_url: statementPath(statement),
    submitted_at: new Date(submittedAt).toISOString(),
    progress: {
      fraction: progress?.fraction ?? null,
      rows,
      bytes_scanned: progress?.bytesScanned ?? null,
      elapsed_ms: (endedAt ?? Date.now()) - submittedAt,
    },
    charged: chargedFor(statement),
    expires_at: expiryOf(statement),
    error: error === undefined ? null : { code: error.code, message: error.message },
  };
}

/** When its retained result expires. */
export function expiryOf({ expiresAt }: Statement): string | null {
  return expiresAt === undefined ? null : new Date(expiresAt).toISOString();
}

export function chargedFor({ price, rows, requestId }: Statement): SqlStatement['charged'] {
  return price === undefined ? null : { cost: formatCost(price.units), records: rows, request_id: requestId };
}
