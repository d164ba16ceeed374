import { createHash } from 'node:crypto';
import type { SavedResult } from '@sdq/accounts';
import { type ResultFormat, sqlLimits } from '@sdq/contract';
import type { FastifyReply } from 'fastify';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import { matchesTag } from '../sql/entity-tag.ts';
import { sendJson } from '../sql/send-json.ts';
import { free } from '../sql/send-statement.ts';
import { sendStream } from '../sql/send-stream.ts';
import type { SavedResults } from './kept-results.ts';

/** What a reader asks of a kept result. */
export interface AskedKept {
  format: ResultFormat;
  shape?: 'objects' | 'arrays' | null | undefined;
  csv_safe?: boolean;
  /** JSON: rows of a page. */
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

/**
 * Sends a kept result, free of charge, in any format: JSON in pages, others from the offset to the end. 304 when the
 * reader has it. `members`: what JSON has after the rows, besides what is said of the rows themselves.
 * Errors: `result_expired`, `result_too_large`.
 */
export async function sendKept(
  reply: FastifyReply,
  results: SavedResults,
  kept: SavedResult,
  asked: AskedKept,
  members: object,
): Promise<void> {
  const { format, shape, csv_safe: csvSafe = false, limit } = asked;
  const tag = tagOf(kept, asked);
  if (matchesTag(reply.request.headers['if-none-match'], tag)) {
    reply.code(304).header('etag', tag).send();
    return;
  }
  const restored = await results.open(kept);
  const { rowCount: total, truncated } = restored.summary;
  const first = asked.offset ?? 0;
  const isJson = format === 'json';
  const count = isJson ? (limit ?? sqlLimits.jsonRowsMax) : total;
  const signal = abortedWhenClosed(reply);
  const limits = { signal, ...(isJson && { bytesMax: sqlLimits.jsonBytesMax }) };
  await using result = await restored.read({ first, count, without: [] }, limits);
  const sent = { result, facts: result.facts, shape: shape ?? ('objects' as const), csvSafe, tag };
  if (!isJson) return await sendStream(reply, sent, free, format, () => truncated);
  await sendJson(reply, sent, free, {
    members: ({ rowCount }) => ({
      row_count: rowCount,
      rows_total: total,
      truncated,
      has_more: first + rowCount < total,
      offset: first,
      ...members,
    }),
  });
}

/** Equal for the same part of the same result in the same form. */
function tagOf({ resultId }: SavedResult, asked: AskedKept): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([resultId, asked]))
    .digest('base64url');
  return `W/"${digest.slice(0, 27)}"`;
}
