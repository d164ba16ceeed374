import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '@sdq/server';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-ports.ts';
import { startTestService, unlimited } from '../support/test-service.ts';
import { isMissing } from '../support/tools.ts';
import { sql, startLoad } from './load.ts';
import { Processes } from './processes.ts';
import { proxyNames, startProxy } from './proxy.ts';

const missing = { nginx: isMissing('nginx'), caddy: isMissing('caddy') };

for (const name of proxyNames) {
  test.skipIf(missing[name])(
    `behind ${name}, configured as deploy/ has it, a service that is stopped fails no request, and operators' paths are closed`,
    async () => {
      await using first = await startTestService();
      const { engine, accounts, key } = first;
      const start = async (port: number) =>
        await startService({
          engine,
          accounts,
          host: '127.0.0.1',
          port,
          limits: unlimited,
          // nginx tries another machine after a 503
          leaveMs: name === 'nginx' ? 0 : 3_000,
        });
      const ports = [await freePort(), await freePort()];
      const [one, other] = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)];
      await using processes = new Processes();
      const folder = await mkdtemp(join(tmpdir(), 'sdq-proxy-'));
      const { signal } = new AbortController();
      const port = await freePort();
      const url = await startProxy(name, { processes, folder, port, replicas: ports, signal });
      const load = startLoad({ url, key, clients: 4, isPlain: true });
      await one.close();
      const again = await start(ports[0] ?? 0);
      await expect.poll(() => load.figures.requests, { timeout: 20_000 }).toBeGreaterThan(40);
      await load.stop();
      expect(load.figures).toMatchObject({ failed: 0, failures: [] });
      expect((await fetch(`${url}/api/admin/status`)).status).toBe(403);
      const answer = await fetch(`${url}${sql}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"query": "SELECT video_id FROM videos", "limit": 3000, "format": "ndjson", "receipt": true}',
      });
      expect((await answer.text()).trim().split('\n')).toHaveLength(3_001);
      await other.close();
      await again.close();
      await rm(folder, { recursive: true, force: true });
    },
    60_000,
  );
}
