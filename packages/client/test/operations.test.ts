import { readFileSync } from 'node:fs';
import { Sdq } from '@sdq/client';
import { expect, test } from 'vitest';
import { clientSource } from '../../../scripts/client/client-source.ts';
import { operationsOf } from '../../../scripts/client/operations-of.ts';

const root = new URL('../../../', import.meta.url);
const document = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8'));
const operations = operationsOf(document);

test('the generated files are those of docs/openapi.json', () => {
  for (const [name, text] of Object.entries(clientSource(document))) {
    const path = new URL(`packages/client/src/generated/${name}.ts`, root);
    expect(readFileSync(path, 'utf8') === text, `${name}.ts: run npm run docs:client`).toBe(true);
  }
});

test('operations of one group have different names', () => {
  const names = operations.map(({ group, method }) => `${group}.${method}`);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

interface Example {
  value?: unknown;
  $ref?: string;
}

/** The examples of a successful answer. */
function examplesOf(path: string, verb: string): unknown[] {
  const responses = document.paths[path][verb.toLowerCase()].responses;
  return Object.entries(responses)
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, response]) => {
      const content = (response as { content?: Record<string, { examples?: Record<string, Example> }> })
        .content;
      return Object.values(content?.['application/json']?.examples ?? {});
    })
    .map(({ value, $ref }) => ($ref === undefined ? value : lookUpExample($ref)));
}

function lookUpExample(ref: string): unknown {
  return document.components.examples[ref.split('/').at(-1) ?? ''].value;
}

type Call = (input: object, options: object) => PromiseLike<{ data: unknown; cost: string }>;

test.each(operations)(
  '$operationId has a method, which sends its input and reads its examples',
  async (operation) => {
    const { group, method, verb, path, input } = operation;
    const given = Object.fromEntries((input.required ?? []).map((name) => [name, 'a b']));
    const examples = examplesOf(path, verb);
    for (const example of examples.length === 0 ? [{ success: true, data: {} }] : examples) {
      let sent: { url: string; init: RequestInit } | undefined;
      const client = new Sdq({
        apiKey: 'sdq_live_1',
        fetch: async (url, init = {}) => {
          sent = { url: String(url), init };
          return Response.json(example, { headers: { 'x-request-id': 'req_1' } });
        },
      });
      const call = (client as unknown as Record<string, Record<string, Call>>)[group]?.[method];
      const answer = await call?.(given, {});
      const { data = example } = example as { data?: unknown };
      expect(answer?.data).toEqual(data);
      expect(sent?.init.method).toBe(verb);
      const address = path.replaceAll(/\{\w+\}/g, 'a%20b');
      expect(sent?.url.split('?')[0]).toBe(`http://127.0.0.1:8080${address}`);
    }
  },
);
