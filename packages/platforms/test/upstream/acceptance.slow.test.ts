import { builtInPlatforms } from '@sdq/catalog';
import { expect, test } from 'vitest';
import type { Fault } from './api-server.ts';
import { type Api, type ApiCases, apis } from './cases.ts';
import { openData } from './open-data.ts';
import { strictData } from './strict-data.ts';

/** Each endpoint on each upstream that serves it, in good health and with every fault; counts are the server's own. */

const passing: Fault[] = [
  'html 504',
  'truncated body',
  'slow headers',
  'slow body',
  'reset',
  'huge body',
  { status: 502, body: '' },
  { status: 200, body: '<html>Please wait</html>' },
  { status: 404, body: 'no such page' },
];

interface Told {
  data: Record<string, unknown> & { api_calls: number };
  delivered: { records: number };
}

/** One request to an upstream of its own, with these faults first. */
async function answer(
  api: Api,
  { endpoint, query, indexPages = 0 }: ApiCases['requests'][number],
  faults: Fault[],
) {
  await using server = await apis[api].start();
  server.faults = [...faults];
  await using opened = openData({ [api]: server.url });
  const { data, delivered } = (await opened.ask(endpoint, query)) as unknown as Told;
  expect(data.api_calls).toBe(server.calls + indexPages);
  expect(strictData(endpoint).parse(data)).toEqual(data);
  const [figures] = opened.data.figures().drivers;
  expect(figures?.calls.reduce((sum, { count }) => sum + count, 0)).toBe(server.calls);
  return { data, delivered, ops: figures?.calls.map(({ op }) => op) ?? [] };
}

/** What does not say when or how it was asked for. */
function content({ api_calls: _calls, cursor: _cursor, ...data }: Told['data']): object {
  return data;
}

for (const api of Object.keys(apis) as Api[]) {
  const { driver, requests } = apis[api];
  const used = new Set<string>();
  for (const request of requests) {
    const { endpoint, query } = request;
    test(`${driver}, ${endpoint} ${JSON.stringify(query)}: whole, and the same after any fault`, async () => {
      const whole = await answer(api, request, []);
      expect(whole.delivered.records).toBeGreaterThan(0);
      for (const op of whole.ops) used.add(op.replace(/\/look-up$/, ''));
      await Promise.all(
        passing.map(async (fault) => {
          const after = await answer(api, request, [fault]);
          expect([fault, content(after.data)]).toEqual([fault, content(whole.data)]);
          expect([fault, after.data.api_calls]).toEqual([fault, whole.data.api_calls + 1]);
        }),
      );
    });
  }

  test(`${driver}: none of its operations is left out here`, () => {
    const own = builtInPlatforms.flatMap(({ upstreams }) => upstreams).find(({ id }) => id === driver);
    expect([...used].sort()).toEqual(Object.keys(own?.ops ?? {}).sort());
  });
}
