import type { Schedule } from '@sdq/accounts';
import {
  AppError,
  changeScheduleRequest,
  createScheduleRequest,
  deletedItem,
  envelope,
  httpValidationError,
  schedule,
  scheduleList,
} from '@sdq/contract';
import { parseDollars } from '@sdq/pricing';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { ExampleRequest, Sample } from '../openapi/operation-docs.ts';
import { principalOf } from '../request/access.ts';
import { idempotencyConflict, idempotentCallOf } from '../request/idempotency.ts';
import { scheduleView } from '../response/schedule-view.ts';
import { envelopeText, sendEnvelope } from '../response/send-envelope.ts';
import { findNamedQuery, queryParams } from '../saved/find-saved.ts';
import type { Services } from '../services.ts';
import { savedExample, savedQueriesPath } from './saved-queries.ts';

export const schedulesPath = `${savedQueriesPath}/:query_id/schedules`;
export const scheduleParams = queryParams.extend({
  schedule_id: z.string().meta({ description: 'The `schedule_id` of the schedule.' }),
});
const common = { tags: ['queries'], security: [{ APIKeyHeader: [] }] };
const exampleSchedule = { cron: '0 6 * * 1', max_cost: '$0.0100' };

/** The request of an example about one schedule. */
export function scheduleExample(body?: object): ExampleRequest {
  return {
    async of(sample: Sample) {
      const { query_id } = await savedExample(sample);
      const made = await sample.post(`${savedQueriesPath}/${query_id}/schedules`, exampleSchedule);
      const path = { query_id, schedule_id: String(made.schedule_id) };
      return body === undefined ? { path } : { path, body };
    },
  };
}

/** `/api/users/me/queries/{query_id}/schedules`: schedules of a saved query. */
export function scheduleRoutes(app: App, services: Services): void {
  addCreation(app, services);
  addList(app, services);
  addChanges(app, services);
}

function addCreation(app: App, { accounts, hasSchedules }: Services): void {
  app.post(
    schedulesPath,
    {
      schema: {
        ...common,
        params: queryParams,
        operationId: 'create_schedule',
        summary: 'Run a saved query by schedule',
        description:
          'Each tick runs the query over the newest snapshot, priced as any run, once, whatever processes the service has. Ticks that passed in an outage get one run, which states how many they were. After 20 failures in a row the schedule is paused.',
        body: createScheduleRequest,
        response: { 200: envelope(schedule), 422: httpValidationError },
      },
      config: {
        access: 'account',
        refusal: () => (hasSchedules ? undefined : schedulesDisabled()),
        docs: {
          errors: [
            'not_found',
            'schedules_disabled',
            'schedule_invalid',
            'saved_limit_reached',
            'webhook_not_found',
          ],
          example: { of: async (sample) => ({ path: await savedExample(sample), body: exampleSchedule }) },
        },
      },
    },
    async (request, reply) => {
      const { queryId } = await findNamedQuery(accounts, request);
      const { cron, max_cost, keep_results, webhook_id, notify_when } = request.body;
      const terms = {
        cron,
        maxCostUnits: parseDollars(max_cost) ?? 0,
        resultsKept: keep_results,
        webhookId: webhook_id ?? null,
        notifyWhen: notify_when,
      };
      const call = idempotentCallOf(request, (made: Schedule) =>
        envelopeText(request.id, scheduleView(made)),
      );
      const made = await accounts.createSchedule(principalOf(request).accountId, queryId, terms, call);
      if (made === undefined) throw idempotencyConflict();
      return sendEnvelope(reply, scheduleView(made));
    },
  );
}

function addList(app: App, { accounts }: Services): void {
  app.get(
    schedulesPath,
    {
      schema: {
        ...common,
        params: queryParams,
        operationId: 'list_schedules',
        summary: 'List the schedules of a saved query',
        response: { 200: envelope(scheduleList), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['not_found'],
          example: {
            async of(sample) {
              const values = await scheduleExample().of?.(sample);
              return { path: { query_id: values?.path?.query_id ?? '' } };
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { queryId } = await findNamedQuery(accounts, request);
      const schedules = await accounts.listSchedules(principalOf(request).accountId, queryId);
      return sendEnvelope(reply, { schedules: schedules.map(scheduleView), total: schedules.length });
    },
  );
}

function addChanges(app: App, { accounts, hasSchedules }: Services): void {
  const one = `${schedulesPath}/:schedule_id`;
  app.patch(
    one,
    {
      schema: {
        ...common,
        params: scheduleParams,
        operationId: 'update_schedule',
        summary: 'Change, pause or resume a schedule',
        description: 'Omitted fields are left unchanged. A schedule that is resumed runs at its next tick.',
        body: changeScheduleRequest,
        response: { 200: envelope(schedule), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['not_found', 'schedules_disabled', 'schedule_invalid', 'webhook_not_found'],
          example: scheduleExample({ state: 'paused' }),
        },
      },
    },
    async (request, reply) => {
      const { query_id: queryId, schedule_id: scheduleId } = request.params;
      const { cron, max_cost, keep_results, webhook_id, notify_when, state } = request.body;
      if (state === 'active' && !hasSchedules) throw schedulesDisabled();
      const changes = {
        ...(cron !== undefined && { cron }),
        ...(max_cost !== undefined && { maxCostUnits: parseDollars(max_cost) ?? 0 }),
        ...(keep_results !== undefined && { resultsKept: keep_results }),
        ...(webhook_id !== undefined && { webhookId: webhook_id }),
        ...(notify_when !== undefined && { notifyWhen: notify_when }),
        ...(state !== undefined && { state }),
      };
      const named = { queryId, scheduleId };
      const changed = await accounts.updateSchedule(principalOf(request).accountId, named, changes);
      if (changed === undefined) throw noSchedule();
      return sendEnvelope(reply, scheduleView(changed));
    },
  );
  app.delete(
    one,
    {
      schema: {
        ...common,
        params: scheduleParams,
        operationId: 'delete_schedule',
        summary: 'Delete a schedule',
        description: 'Its kept results are deleted with it.',
        response: { 200: envelope(deletedItem('schedule_id')), 422: httpValidationError },
      },
      config: { access: 'account', docs: { errors: ['not_found'], example: scheduleExample() } },
    },
    async (request, reply) => {
      const { query_id: queryId, schedule_id: scheduleId } = request.params;
      const { accountId } = principalOf(request);
      if (!(await accounts.deleteSchedule(accountId, { queryId, scheduleId }))) throw noSchedule();
      return sendEnvelope(reply, { schedule_id: scheduleId, message: 'The schedule was deleted' });
    },
  );
}

export function noSchedule(): AppError {
  return new AppError('not_found', 'Schedule not found');
}

function schedulesDisabled(): AppError {
  return new AppError('schedules_disabled', 'Schedules are not enabled on this service', {
    hint: 'The operator enables them with SDQ_SCHEDULES=on',
  });
}
