/** A charged answer as its caller saw it. */
export interface Paid {
  requestId: string;
  units: number;
}

/** What came of a call: an answer that arrived whole, or none. */
export type Called = { status: number; body: Record<string, never>; paid?: Paid } | undefined;

/** Asks for some rows; undefined when the connection broke or the answer was not whole. */
export async function callSql(
  url: string,
  key: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Called> {
  try {
    const answer = await fetch(`${url}/api/shortvideo/sql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const read = (await answer.json()) as { request_id: string; cost: string };
    const paid = { requestId: read.request_id, units: Number(read.cost.replace(/[$.]/g, '')) };
    return { status: answer.status, body: read as never, ...(answer.status === 200 && { paid }) };
  } catch {
    return undefined;
  }
}
