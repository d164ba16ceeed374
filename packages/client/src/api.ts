import { type CallOptions, callOnce, type Input, Paged } from './call.ts';
import { operations } from './generated/operations.ts';
import type { Sender } from './send.ts';

type Method = (input?: Input, options?: CallOptions) => unknown;

/** All operations by the names of their methods. */
export function operationNames(): { group: string; method: string; path: string; isEndpoint: boolean }[] {
  return operations
    .trim()
    .split('\n')
    .map((line) => {
      const [group = '', method = '', verb = '', path = ''] = line.split(' ');
      return {
        group,
        method,
        path,
        isEndpoint: verb === 'GET' && path.split('/').length === 4 && path.startsWith(`/api/${group}/`),
      };
    });
}

/** The operations of the service: group, method, and what is sent. */
export function makeApi(sender: Sender): Record<string, Record<string, Method>> {
  const api: Record<string, Record<string, Method>> = {};
  for (const line of operations.trim().split('\n')) {
    const [group = '', method = '', verb = '', path = '', list] = line.split(' ');
    const operation = { verb, path, list };
    api[group] ??= {};
    api[group][method] = (input = {}, options = {}) =>
      list === undefined
        ? callOnce(sender, operation, input, options)
        : new Paged(sender, operation, input, options);
  }
  return api;
}
