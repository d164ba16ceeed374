import { AppError } from '@sdq/contract';
import type { BoundQuery } from './bind/plan-binder.ts';
import type { EmitContext, Emitted } from './context.ts';

/**
 * The query of a bound plan in ClickHouse's SQL, with the same answer. Errors: `not_supported_by_backend`, with the
 * place, for everything that is not known to be exact.
 */
export function emit(_query: BoundQuery, _context: EmitContext): Emitted {
  throw new AppError('not_supported_by_backend', 'ClickHouse does not answer this query.');
}
