import { AppError, envelope, httpValidationError, scheduleResult, scheduleResultQuery } from '@sdq/contract';
import type { App } from '../app.ts';
import { principalOf } from '../request/access.ts';
import { addVary } from '../response/compress-answer.ts';
import { scheduleRunView } from '../response/schedule-view.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { noLongerKept } from '../saved/kept-results.ts';
import { sendKept } from '../saved/send-kept.ts';
import type { Services } from '../services.ts';
import { formatOf } from '../sql/result-format.ts';
import { noSchedule, scheduleExample, scheduleParams, schedulesPath } from './schedules.ts';

const runsListed = 100;

/** `GET …/schedules/{schedule_id}/results`: the runs of a schedule, or the kept rows of one. */
export function scheduleResultRoute(app: App, { accounts, kept }: Services): void {
  app.get(
    `${schedulesPath}/:schedule_id/results`,
    {
      schema: {
        tags: ['queries'],
        security: [{ APIKeyHeader: [] }],
        params: scheduleParams,
        operationId: 'get_schedule_results',
        summary: 'Get the runs of a schedule, or the rows of one',
        description:
          'Free. Lists the last 100 runs, newest first; with `run_id`, returns the kept rows of a run in any format. 410 when they are no longer kept.',
        querystring: scheduleResultQuery,
        response: { 200: envelope(scheduleResult), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['not_found', 'result_expired', 'result_withdrawn', 'not_acceptable', 'result_too_large'],
          example: scheduleExample(),
        },
      },
    },
    async (request, reply) => {
      const { query_id: queryId, schedule_id: scheduleId } = request.params;
      const { accountId } = principalOf(request);
      const found = await accounts.findSchedule(accountId, { queryId, scheduleId });
      if (found === undefined) throw noSchedule();
      const runs = await accounts.listScheduleRuns(accountId, scheduleId, { limit: runsListed });
      const { run_id: runId, ...asked } = request.query;
      if (runId === undefined) {
        return sendEnvelope(reply, { runs: runs.map(scheduleRunView), total: runs.length });
      }
      const run = runs.find((each) => each.runId === runId);
      if (run === undefined) throw new AppError('not_found', 'Run not found', { param: 'run_id' });
      const result = run.resultId === null ? undefined : await accounts.findSavedResult(run.resultId);
      if (result === undefined) throw noLongerKept();
      addVary(reply, 'Accept');
      reply.header('cache-control', 'private, no-cache');
      await sendKept(
        reply,
        kept,
        result,
        { ...asked, format: formatOf(request) },
        {
          snapshot_id: result.snapshotId,
          result_kept_until: result.expiresAt.toISOString(),
          run: scheduleRunView(run),
        },
      );
      return reply;
    },
  );
}
