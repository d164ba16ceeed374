import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clickhouseBackend } from '@sdq/clickhouse';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../packages/cli/src/settings/settings.ts';
import { isMissing } from '../support/tools.ts';
import { startCluster } from './nodes/cluster.ts';
import { askNode } from './same-rows.ts';

const folder = fileURLToPath(new URL('../../deploy/clickhouse/', import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

interface Service {
  image?: string;
  build?: string;
  hostname?: string;
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  volumes?: string[];
  healthcheck?: object;
}
const compose = parse(read('compose.yml'), { merge: true, strict: true, uniqueKeys: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);

describe('deploy/clickhouse/compose.yml', () => {
  test('names images by version, files that there are, volumes and services that it has', () => {
    for (const [name, { image, build, volumes = [], depends_on = {} }] of services) {
      expect(image ?? build, name).toMatch(build === undefined ? /:\d+\.\d+\.\d+$/ : /^\.\.\/\.\.$/);
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        const isThere = from.startsWith('./') ? existsSync(join(folder, from)) : from in compose.volumes;
        expect(isThere, `${name}: ${volume}`).toBe(true);
      }
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(compose.services[other], other).toBeDefined();
        if (condition === 'service_healthy') expect(compose.services[other]?.healthcheck).toBeDefined();
      }
    }
  });

  test('gives services settings that there are, no password, and the addresses of all nodes', () => {
    const nodes = services.flatMap(([, { hostname }]) => (hostname === undefined ? [] : [hostname]));
    for (const [name, { environment = {} }] of services) {
      for (const [setting, value] of Object.entries(environment)) {
        if (setting.startsWith('SDQ_')) expect(settings, setting).toHaveProperty(setting);
        if (setting.includes('PASSWORD')) expect(value).toMatch(/^\$\{SDQ_\w+:\?[^}]+\}$/);
      }
      const urls = environment.SDQ_CLICKHOUSE_URL;
      if (urls === undefined) continue;
      expect(
        urls.split(' ').map((url) => new URL(url).hostname),
        name,
      ).toEqual(nodes);
      expect(() => clickhouseBackend({ urls: [urls] })).not.toThrow();
    }
  });

  test.skipIf(isMissing('clickhouse'))('has a configuration that a node reads: two shards', async () => {
    const [, own = ''] = /<remote_servers>(.*)<\/remote_servers>/s.exec(read('cluster.xml')) ?? [];
    const clusters = own.replaceAll('sdq>', 'deployed>').replace(/<secret[^>]*>/, '');
    await using cluster = await startCluster({ clusters });
    const sql =
      "SELECT shard_num, replica_num, host_name, port FROM system.clusters WHERE cluster = 'deployed' ORDER BY 1";
    expect(await askNode(cluster.urls[0] as string, sql)).toBe(
      '1\t1\tclickhouse-1\t9000\n2\t1\tclickhouse-2\t9000',
    );
  });
});
