import { readdirSync, readFileSync } from 'node:fs';
import { freeBytesOf } from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { sendEnvelope } from '../../response/send-envelope.ts';
import type { Services } from '../../services.ts';

const auditQuery = z.object({
  account_id: z.string().optional(),
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

/** `GET /api/admin/status`, `/api/admin/crashes` and `/api/admin/audit`, for operators. */
export function adminStatusRoutes(app: App, services: Services): void {
  const { engine, accounts, sql, queries, directories, readiness } = services;
  const config = { access: 'admin' as const };
  const startedAt = Date.now();
  app.get('/api/admin/status', { schema: { hide: true }, config }, async (_request, reply) => {
    const { checks, isReady } = await readiness();
    const { snapshotId, backend, processes, nodes, queriesRunning, queriesWaiting, cacheBytes } =
      engine.status();
    return sendEnvelope(reply, {
      ready: isReady,
      checks,
      started_at: new Date(startedAt).toISOString(),
      uptime_seconds: Math.floor((Date.now() - startedAt) / 1_000),
      node_version: process.version,
      index: { path: engine.index, snapshot_id: snapshotId, backend },
      queries: { running: queriesRunning, waiting: queriesWaiting, slow: queries.slow().length },
      query_processes: processes && { ...processes, memory: childMemory() },
      cluster_nodes: (nodes ?? []).map(({ name, isUp, queries: sent, losses }) => ({
        ...{ name, is_up: isUp, queries: sent, losses },
      })),
      memory: { resident_bytes: process.memoryUsage.rss(), limit_bytes: process.constrainedMemory() },
      result_cache_bytes: cacheBytes,
      retained_results: sql.results.size,
      disks: Object.entries(directories).map(([name, path]) => ({
        name,
        path,
        free_bytes: freeBytesOf(path),
      })),
    });
  });
  app.get('/api/admin/crashes', { schema: { hide: true }, config }, async (_request, reply) => {
    const hourAgo = Date.now() - 3_600_000;
    const logged = await accounts.crashLog.since(hourAgo, 1_000);
    return sendEnvelope(reply, {
      // of all services that share the accounts, as digests
      crashes: logged.map(({ account, query, shape, at }) => ({
        account_id: account,
        query_digest: query,
        shape_digest: shape,
        at: new Date(at).toISOString(),
      })),
      // of this service, with texts where the account allows
      texts: queries.crashed().map(({ requestId, accountId, platform, startedAt: at, text }) => ({
        request_id: requestId,
        account_id: accountId,
        platform,
        at: new Date(at).toISOString(),
        text,
      })),
    });
  });
  const schema = { hide: true, querystring: auditQuery };
  app.get('/api/admin/audit', { schema, config }, async (request, reply) => {
    const { account_id: accountId, before, limit } = request.query;
    const entries = await accounts.listAudit({ accountId, before, limit });
    return sendEnvelope(reply, {
      entries: entries.map(({ entryId, accountId: account, at, ...entry }) => ({
        entry_id: entryId,
        at: at.toISOString(),
        account_id: account,
        ...entry,
      })),
      next_before: entries.length === limit ? (entries.at(-1)?.entryId ?? null) : null,
    });
  });
}

/** Resident bytes of the child processes, which are the query processes; empty where /proc does not tell. */
function childMemory(): { pid: number; resident_bytes: number }[] {
  try {
    const pids = readdirSync('/proc/self/task').flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
    );
    return pids.flatMap((pid) => {
      const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return kilobytes === undefined ? [] : [{ pid: Number(pid), resident_bytes: Number(kilobytes) * 1_024 }];
    });
  } catch {
    return [];
  }
}
