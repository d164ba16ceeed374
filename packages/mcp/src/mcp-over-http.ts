import { createHash } from 'node:crypto';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Sdq } from '@sdq/client';
import { Budget } from './budget.ts';
import { makeMcpServer } from './make-server.ts';
import { RowPages } from './row-pages.ts';
import type { AgentOptions } from './serve-stdio.ts';

export interface HttpOptions extends AgentOptions {
  /** The service that is asked with the key of the agent. */
  readonly baseUrl: () => string;
}

/** Answers a request of MCP's streamable HTTP; the key is that of its caller, and the service checks it. */
export type McpHandler = (request: Request, apiKey: string) => Promise<Response>;

interface Agent {
  readonly client: Sdq;
  readonly budget: Budget;
  readonly pages: RowPages;
  readonly sinceMs: number;
}

/** Agents that are remembered; the oldest is forgotten. */
const agentsMax = 1_000;

/** A budget is for a day: a key is used longer than a session. */
const budgetMs = 24 * 3_600_000;

/** An agent is known by its key: all its requests share a budget. */
export function mcpOverHttp(options: HttpOptions): McpHandler {
  const { version, features } = options;
  const agents = new Map<string, Agent>();
  const agentOf = (apiKey: string) => {
    const id = createHash('sha256').update(apiKey).digest('base64');
    const known = agents.get(id);
    if (known !== undefined && Date.now() - known.sinceMs < budgetMs) return known;
    const client = new Sdq({ apiKey, baseUrl: options.baseUrl() });
    const budget = new Budget(options.budgetUnits, options.callUnits);
    const agent = { client, budget, pages: new RowPages(client, budget), sinceMs: Date.now() };
    agents.delete(id);
    agents.set(id, agent);
    const [oldest] = agents.keys();
    if (agents.size > agentsMax && oldest !== undefined) agents.delete(oldest);
    return agent;
  };
  return async (request, apiKey) => {
    const agent = agentOf(apiKey);
    return await createMcpHandler(() => makeMcpServer({ ...agent, version, features })).fetch(request);
  };
}
