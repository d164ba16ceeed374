import { readAnswer } from './call.ts';
import { SdqError } from './sdq-error.ts';
import { type Sender, sleep } from './send.ts';

/** What a request cost. */
export interface Receipt {
  readonly requestId: string;
  /** US dollars, as `$0.0100`. */
  readonly cost: string;
  /** Records charged. */
  readonly records: number;
  readonly snapshotId: string | null;
}

/** A stream that was left is charged when the service notices; milliseconds to ask for its receipt at most. */
const noticedMs = 5_000;

/** The receipt of a request that has ended. */
export async function receiptOf(sender: Sender, requestId: string): Promise<Receipt> {
  const startedAt = Date.now();
  for (let wait = 20; ; wait = Math.min(wait * 2, 500)) {
    try {
      const answer = await sender.send({
        verb: 'GET',
        path: `/api/requests/${encodeURIComponent(requestId)}`,
      });
      const { data } = await readAnswer<{ cost: string; records: number; snapshot_id: string | null }>(
        answer,
      );
      return { requestId, cost: data.cost, records: data.records, snapshotId: data.snapshot_id };
    } catch (error) {
      const isMissing = error instanceof SdqError && error.status === 404;
      if (!isMissing || Date.now() - startedAt > noticedMs) throw error;
    }
    await sleep(wait);
  }
}
