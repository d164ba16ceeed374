import { sendJson } from './send-json.ts';
import { sendStream } from './send-stream.ts';
import type { SqlExchange } from './sql-exchange.ts';

/** Answers with a result in the format that was asked for. */
export async function sendResult(exchange: SqlExchange): Promise<void> {
  if (exchange.format === 'json') await sendJson(exchange);
  else await sendStream(exchange);
}
