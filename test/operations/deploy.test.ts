import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Metrics } from '@sdq/server';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../packages/cli/src/program.ts';
import { isMissing, toolPath } from '../support/tools.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const place = (path: string) => fileURLToPath(new URL(path, root));

/** What `systemd-analyze security` may say of the unit, in tenths; 0 is the least exposure, 100 the most. */
const exposureMax = 15;

describe.skipIf(isMissing('systemd'))('the unit', () => {
  test('exposes little of the machine', () => {
    const words = [
      'security',
      '--offline=yes',
      `--threshold=${exposureMax}`,
      '--no-pager',
      place('deploy/sdq.service'),
    ];
    const run = spawnSync(toolPath('systemd'), words, { encoding: 'utf8' });
    expect(run.stdout).toContain('Overall exposure level for sdq.service');
    expect(run.status, run.stdout.slice(-200)).toBe(0);
  });

  test('has no unknown lines', () => {
    const run = spawnSync(toolPath('systemd'), ['verify', '--man=no', place('deploy/sdq.service')], {
      encoding: 'utf8',
    });
    // the program itself is on the machine that runs it
    const complaints = run.stderr.split('\n').filter((line) => line.includes('sdq.service'));
    expect(complaints.filter((line) => !/is not executable/.test(line))).toEqual([]);
  });
});

describe.skipIf(isMissing('promtool'))('promtool', () => {
  test('15: finds no fault in the alert rules', () => {
    const words = ['check', 'rules', '--lint=all', '--lint-fatal', place('deploy/prometheus-rules.yml')];
    expect(execFileSync(toolPath('promtool'), words, { encoding: 'utf8' })).toContain('SUCCESS');
  });

  test('15: finds no fault in the metrics of the service', async () => {
    const input = await new Metrics().text();
    const run = spawnSync(toolPath('promtool'), ['check', 'metrics'], { input, encoding: 'utf8' });
    // names of the library that measures Node.js
    expect(run.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('nodejs_'))).toEqual([]);
  });
});

test('18: the image has one base, pinned by its digest, of the version of the tests, no tests or benchmark, and no root', () => {
  const lines = read('Dockerfile').split('\n');
  const bases = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]);
  const { devDependencies } = JSON.parse(read('package.json'));
  expect(new Set(bases).size).toBe(1);
  const [name, digest] = (bases[0] ?? '').split('@');
  expect(name).toBe(`node:${devDependencies.node}-bookworm-slim`);
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  const runtime = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  expect(runtime.filter((line) => line.startsWith('COPY '))).toEqual(['COPY --from=build /opt/sdq /opt/sdq']);
  expect(runtime).toContain('USER node');
  expect(runtime.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  // what starts is what the unit starts, and what scripts/assemble-service.ts makes
  const program = 'node_modules/@sdq/cli/dist/main.js';
  expect(runtime.join('\n')).toContain(`ENTRYPOINT ["node", "${program}"]`);
  expect(read('deploy/sdq.service')).toContain(`ExecStart=/usr/bin/node ${program} serve`);
});

test('6: every command that docs/operating.md names exists, with its options', () => {
  const program = buildProgram({ environment: {} } as never);
  const named = [...read('docs/operating.md').matchAll(/(?:^|`|\s)sdq ([a-z][a-z-]*(?: [^`#\n]*)?)/gm)].map(
    ([, words = '']) => words.split(/\s+/).filter((word) => word !== ''),
  );
  const commands = named.filter(([first]) => program.commands.some((each) => each.name() === first));
  expect(commands.length).toBeGreaterThan(20);
  for (const words of commands) {
    let command: ReturnType<typeof buildProgram> = program;
    for (const word of words) {
      const next = command.commands.find((each) => each.name() === word);
      if (next === undefined) break;
      command = next;
    }
    expect(command.commands, `sdq ${words.join(' ')} is incomplete`).toEqual([]);
    for (const option of words.flatMap((word) => /^\[?(--[a-z-]+|-[a-zA-Z])\b/.exec(word)?.[1] ?? [])) {
      const isKnown = command.options.some(({ long, short }) => option === long || option === short);
      expect(isKnown, `sdq ${words.join(' ')}: ${option}`).toBe(true);
    }
  }
});
