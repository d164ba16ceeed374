import type { McpServer } from '@modelcontextprotocol/server';
import { type Answer, operationNames, type Sdq } from '@sdq/client';
import { z } from 'zod';
import { answered, text } from './answers.ts';
import { type Budget, dollarsOf } from './budget.ts';
import { answerMax, fenced, visible } from './fence.ts';

type Method = (input: object, options: { signal: AbortSignal }) => PromiseLike<Answer<unknown>>;

/** Records that one call gives at most; an endpoint takes no maximum cost. */
const recordsMax = 20;

/** One tool for all data endpoints: nineteen would fill the context of the agent. */
export function registerEndpoints(server: McpServer, client: Sdq, budget: Budget): void {
  const names = operationNames().filter(({ isEndpoint }) => isEndpoint);
  const known = new Map(
    names.map(({ group, method, path }) => [path.slice('/api/'.length), { group, method }]),
  );
  server.registerTool(
    'call_endpoint',
    {
      title: 'Ask a data endpoint',
      description: `Profiles, posts, comments and searches, also of records that are not in the index. Priced by record; ${recordsMax} at most. Endpoints: ${[...known.keys()].join(', ')}. Their inputs are in /openapi.json of the service; a wrong one is told.`,
      inputSchema: z.object({
        endpoint: z.string().describe('As "shortvideo/hashtag"'),
        input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
      }),
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
    },
    (given, context) =>
      answered(async () => {
        const found = known.get(given.endpoint);
        if (found === undefined)
          return { ...text(`There is no endpoint "${given.endpoint}"`), isError: true };
        if (budget.left < budget.perCall)
          return {
            ...text(`The budget has ${dollarsOf(budget.left)} left, less than a call may cost`),
            isError: true,
          };
        const method = (client as unknown as Record<string, Record<string, Method>>)[found.group]?.[
          found.method
        ];
        if (method === undefined)
          return { ...text(`There is no endpoint "${given.endpoint}"`), isError: true };
        const count = Math.min(Number(given.input.count ?? recordsMax), recordsMax);
        const answer = await budget.spend(undefined, async () =>
          method({ ...given.input, count }, { signal: context.mcpReq.signal }),
        );
        const whole = JSON.stringify(answer.data, (_, value: unknown) =>
          typeof value === 'string' ? visible(value) : value,
        );
        const cut = whole.length > answerMax ? `\n[cut: ${whole.length} characters in all]` : '';
        return text(
          `${fenced(whole.slice(0, answerMax))}${cut}\n[${answer.cost}; ${dollarsOf(budget.left)} of the budget left]`,
        );
      }),
  );
}
