import type { BackendSnapshot } from '../backend/execution-backend.ts';
import { type Explanation, explanationOf } from './explanation.ts';
import { planQuery, type QueryMachinery, type QueryRequest } from './run-query.ts';

/** Plans a query and describes its result, without running it. Errors: those of a query before its first row. */
export async function explainQuery(
  request: QueryRequest,
  machinery: QueryMachinery,
  snapshot: BackendSnapshot,
): Promise<Explanation> {
  const { crashes } = machinery;
  const asked = { ...request, snapshotId: snapshot.id };
  await crashes.check(asked);
  const query = await planQuery(request, machinery, snapshot);
  const { plan, leftMs } = query;
  const described = await plan.describe({ ...request, leftMs }, request.signal).catch((error: unknown) => {
    crashes.note(asked, error);
    throw query.toUserError(error);
  });
  return explanationOf(query, described, snapshot.id);
}
