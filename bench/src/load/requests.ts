import type { LoadedService } from './service.ts';

export type RequestClass = 'cheap' | 'data' | 'sql' | 'heavy sql';

export interface LoadRequest {
  class: RequestClass;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const cheapPaths = ['/healthz', '/api/pricing', '/api/limits', '/api/shortvideo/sql/schema'];
const dataPaths = ['/api/shortvideo/feed?count=10', '/api/shortvideo/hashtag?hashtag=dance&count=10'];
const queries = [
  'SELECT video_id, author, play_count FROM videos ORDER BY play_count DESC LIMIT 10',
  "SELECT region, count(*) AS n FROM videos WHERE create_time >= '2026-01-01' GROUP BY region",
  "SELECT count(*) AS n FROM videos WHERE list_contains(hashtags, 'dance')",
  'SELECT author, sum(play_count) AS plays FROM videos GROUP BY author ORDER BY plays DESC LIMIT 5',
];

/**
 * 60 % cheap, 20 % data, 20 % SQL requests. Each differs a little from those before, so that no retained result is
 * reused.
 */
export function mixedRequest(service: LoadedService, n: number): LoadRequest {
  const key = service.keys[n % service.keys.length] ?? '';
  const place = n % 10;
  if (place < 5) return get('cheap', cheapPaths[n % cheapPaths.length] ?? '/healthz', {});
  if (place < 6) return get('cheap', '/api/users/me', { 'x-api-key': service.accountKey });
  if (place < 8) {
    return get('data', dataPaths[n % dataPaths.length] ?? '', { authorization: `Bearer ${key}` });
  }
  return sql('sql', `${queries[n % queries.length]} -- ${n}`, key);
}

/** Half cheap requests, and half SQL queries that take long. */
export function heavyRequest(service: LoadedService, n: number): LoadRequest {
  const key = service.keys[n % service.keys.length] ?? '';
  if (n % 2 === 0) return get('cheap', cheapPaths[n % cheapPaths.length] ?? '/healthz', {});
  const text = `SELECT count(DISTINCT description || ${n}) AS n, median(play_count) AS m FROM videos`;
  return sql('heavy sql', text, key);
}

function get(name: RequestClass, path: string, headers: Record<string, string>): LoadRequest {
  return { class: name, method: 'GET', path, headers };
}

function sql(name: RequestClass, query: string, key: string): LoadRequest {
  return {
    class: name,
    method: 'POST',
    path: '/api/shortvideo/sql',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, limit: 100 }),
  };
}
