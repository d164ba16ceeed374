import { builtInPlatforms } from '@sdq/catalog';
import { endpointsByPath } from '@sdq/catalog/define';
import { type AnswerSql, openPlatformData, type PlatformData } from '@sdq/platforms';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../support/sample-service.ts';

/** `meta.sql` of data endpoints: run as SQL, it gives the records of the answer. */

let service: SampleService;
let data: PlatformData;
beforeAll(async () => {
  service = await startSampleService();
  data = openPlatformData({ engine: service.engine });
});
afterAll(async () => {
  await data.close();
  await service[Symbol.asyncDispose]();
});

const endpoints = [...endpointsByPath(builtInPlatforms).entries()];
/** Their answers are several queries: a profile and its posts, a record and its lists. */
const neverEqual = [
  'shortvideo/profile',
  'network/user-profile',
  'network/company-profile',
  'photo/user-profile',
];

const counts = [1, 2, 7, 60, 100];

/** Each question with two of the counts, in turn. */
function combinations<Question>(asked: readonly Question[]): (readonly [Question, number])[] {
  return asked.flatMap((one, at) =>
    counts.flatMap((count, place) => ((place + at) % counts.length < 2 ? [[one, count] as const] : [])),
  );
}

async function recordsOf(platform: string, { query, parameters, toItem }: AnswerSql): Promise<unknown[]> {
  const result = await service.engine.query(query, { platform, parameters });
  return (await result.toArray()).map((row) => toItem(row));
}

describe.each(endpoints)('%s', (path, endpoint) => {
  const [platform = ''] = path.split('/');

  test('the query of an answer has its records, in their order', async () => {
    const asked = await service.exampleQueries(path, 8);
    let compared = 0;
    for (const [one, count] of combinations(asked)) {
      const takesCount = 'count' in ((endpoint.query as { shape?: object }).shape ?? {}) || 'count' in one;
      const parsed = endpoint.query.safeParse({ ...one, ...(takesCount && { count: String(count) }) });
      if (!parsed.success) continue;
      const signal = new AbortController().signal;
      const answered = await data
        .answer(path, parsed.data, { keyId: 'key', signal })
        .catch((error: unknown) => {
          if ((error as { code?: string }).code === 'not_found') return undefined;
          throw error;
        });
      if (answered?.sql == null) continue;
      compared++;
      const records = await recordsOf(platform, answered.sql);
      expect(records).toHaveLength(answered.delivered.records);
      const members = [answered.data, ...Object.values(answered.data)];
      const found = members.find(
        (each) =>
          Array.isArray(each) &&
          each.length === records.length &&
          records.every((record, i) => isOne(record, each[i])),
      );
      const single = members.find((each) => records.length === 1 && isOne(records[0], each));
      expect(
        found ?? single,
        `${answered.sql.query} ${JSON.stringify(answered.sql.parameters)}`,
      ).toBeDefined();
    }
    if (neverEqual.includes(path)) return;
    expect(compared, 'answers with a query').toBeGreaterThan(0);
  });

  test('the second page has a query of its own', async () => {
    const [one] = await service.exampleQueries(path, 1);
    const first = await service.get(path, { ...one, count: 2 });
    const cursor = first.data?.cursor;
    if (first.status !== 200 || typeof cursor !== 'string') return;
    const second = await service.get(path, { ...one, count: 2, cursor });
    const { sql } = second.data.meta;
    if (sql === null) return;
    const ran = await fetch(`${service.url}/api/${platform}/sql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(sql),
    });
    // platforms whose SQL is not ready refuse the body as they refuse any
    if (platform !== 'shortvideo') return expect(ran.status).toBe(501);
    const { data: rows } = (await ran.json()) as { data: { row_count: number; snapshot_id: string } };
    expect(rows).toMatchObject({ row_count: second.data.total_fetched, snapshot_id: sql.snapshot_id });
  });
});

/** Whether two records are one: an answer may add to what the index has, or leave fields of it out. */
const isOne = (left: unknown, right: unknown) => isWithin(left, right) || isWithin(right, left);

/** Whether a record has all members of another one, of which there are several. */
const isWithin = (part: unknown, whole: unknown) => {
  if (typeof part !== 'object' || part === null || Object.keys(part).length < 3) return false;
  try {
    expect(whole).toMatchObject(part as object);
    return true;
  } catch {
    return false;
  }
};
