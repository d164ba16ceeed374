import type { TestService } from '../../../test/support/test-service.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: {
    data: Record<string, never>;
    error?: { code: string; meta: object };
    cost: string;
    request_id: string;
  };
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}`, 'x-api-key': key });

/** Calls the service's account routes, with the account's key unless another is given. */
export function callsOf(serviceOf: () => TestService) {
  async function call(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
    const service = serviceOf();
    const response = await fetch(service.service.url + path, {
      method,
      headers: {
        'x-api-key': service.accountKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  const errorOf = async (method: string, path: string, body?: unknown, headers?: object) => {
    const { status, body: answer } = await call(method, path, body, headers);
    return [status, answer.error?.code];
  };

  return { call, errorOf };
}
