import type { Query, QueryOptions, Sdq } from '@sdq/client';
import type { Row } from '@sdq/core';
import type { PrintedResult } from '../query/printed-result.ts';

/** Rows that a result has at most where no limit is given: each row is charged. */
export const remoteLimitDefault = 10_000;

type Summary = Awaited<PrintedResult['summary']>;

/** A query of a service as a result of a command. It runs once, when its rows or its bytes are read. */
export async function remoteResult(
  client: Sdq,
  sql: string,
  options: QueryOptions & { limit: number },
  reads: 'rows' | 'bytes',
): Promise<PrintedResult> {
  const query = client.query<Row>(sql, options);
  const startedAt = performance.now();
  const { promise, resolve } = Promise.withResolvers<Summary>();
  const settle = async (facts: Partial<Summary>) => {
    const elapsedMs = performance.now() - startedAt;
    const { cost, records: rowCount } = await query.receipt;
    resolve({ rowCount, truncated: rowCount >= options.limit, elapsedMs, cost, ...facts });
  };
  // Rows of one page have their columns beside them; of a stream a check tells them, which is free.
  const page = reads === 'rows' && options.limit <= remoteLimitDefault ? await query : undefined;
  return {
    columns: page?.columns ?? (reads === 'rows' ? await query.columns() : []),
    summary: promise,
    async *rows() {
      let rowCount = 0;
      for await (const row of page ?? query) {
        rowCount++;
        yield row;
      }
      await settle({ rowCount, ...(page !== undefined && { truncated: page.truncated }) });
    },
    async *bytes(format) {
      if (format === 'json') yield* jsonArray(query);
      else yield* query.bytes(format);
      await settle({});
    },
  };
}

/** One array of all rows, as an index gives it: JSON of a service is a page with facts around it. */
async function* jsonArray(rows: Query<Row>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '[';
  let count = 0;
  for await (const row of rows) {
    text += `${count++ === 0 ? '' : ',\n'}${JSON.stringify(row)}`;
    if (text.length > 65_536) {
      yield encoder.encode(text);
      text = '';
    }
  }
  yield encoder.encode(`${text}]\n`);
}
