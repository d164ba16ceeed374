import { readFileSync } from 'node:fs';
import { Metrics } from '@sdq/server';
import { expect, test } from 'vitest';

/** Alert rules and dashboard name metrics that are served. */

const deploy = new URL('../../deploy/', import.meta.url);
const operations = new URL('../../packages/server/src/operations/', import.meta.url);
const served = ['metrics.ts', 'platform-gauges.ts', 'machine-gauges.ts', 'node-gauges.ts']
  .map((file) => readFileSync(new URL(file, operations), 'utf8'))
  .join('');

test.each(['prometheus-rules.yml', 'grafana-dashboard.json'])(
  '15: %s names metrics that are served',
  async (file) => {
    const text = readFileSync(new URL(file, deploy), 'utf8');
    const own = new Set(
      text.match(/\bsdq_[a-z_]+/g)?.map((name) => name.replace(/_(bucket|count|sum)$/, '')),
    );
    expect(own.size).toBeGreaterThan(8);
    for (const name of own) expect(served, name).toContain(`'${name}'`);
    const defaults = await new Metrics().text();
    for (const name of text.match(/\b(nodejs|process)_[a-z0-9_]+/g) ?? [])
      expect(defaults).toContain(`# TYPE ${name} `);
  },
);

test('each alert has a severity, a summary and what to do', () => {
  const rules = readFileSync(new URL('prometheus-rules.yml', deploy), 'utf8').split('- alert: ').slice(1);
  expect(rules.length).toBeGreaterThan(8);
  for (const rule of rules)
    expect(rule).toMatch(
      /expr: '.+'[\s\S]*severity: (critical|warning)[\s\S]*summary: '.+'[\s\S]*description: '.+'/,
    );
});
