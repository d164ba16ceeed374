import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import type { Sdq } from '@sdq/client';
import { Budget } from './budget.ts';
import { makeMcpServer } from './make-server.ts';
import { RowPages } from './row-pages.ts';

export interface AgentOptions {
  readonly version: string;
  /** Units of $0.0001 that an agent may spend, and that one call may. */
  readonly budgetUnits: number;
  readonly callUnits: number;
  /** Tools beyond SQL: `endpoints` has the data endpoints. */
  readonly features: readonly 'endpoints'[];
}

/** Serves one agent over standard input and output until its input ends or the signal is aborted. */
export async function serveStdio(
  client: Sdq,
  { version, budgetUnits, callUnits, features }: AgentOptions,
  signal: AbortSignal,
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const budget = new Budget(budgetUnits, callUnits);
  const pages = new RowPages(client, budget);
  const handle = serve(() => makeMcpServer({ client, budget, pages, version, features }));
  await ended;
  await handle.close();
}
