import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NightReport } from './report.ts';
import { runNight } from './run-night.ts';
import type { Step } from './step.ts';
import { steps } from './steps.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let out = '';
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'sdq-nightly-'));
});
afterAll(() => rm(out, { recursive: true, force: true }));

const stepOf = (name: string, script: string): Step => ({
  name,
  about: `runs ${name}`,
  says: 'outcome',
  words: () => ['-e', script],
});
const says = (outcome: object) => `console.log(${JSON.stringify(JSON.stringify(outcome))})`;

const good = stepOf('a/good', says({ name: 'good', passed: true, seconds: 1, figures: { kills: 3 } }));
const bad = stepOf(
  'a/bad',
  `${says({ passed: false, figures: { lost: 2 }, error: 'two are lost' })}; process.exitCode = 1`,
);
const lawless = stepOf('a/lawless', `${says({ passed: false, figures: { lost: 1 } })}; process.exitCode = 1`);
const silent = stepOf('a/silent', 'console.error("no such module"); process.exitCode = 7');
const endless = stepOf('a/endless', 'console.log(process.pid); setInterval(() => {}, 1000)');

async function night(chosen: readonly Step[], signal = new AbortController().signal): Promise<NightReport> {
  const options = { steps: chosen, scale: 1, seed: 5, out, signal };
  return await runNight(options);
}
const written = async () => JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as NightReport;

test('a night goes on after a failure, and its report has figures, times and why', async () => {
  const report = await night([bad, lawless, silent, good]);
  expect(report.steps).toMatchObject([
    { name: 'a/bad', status: 'failed', figures: { lost: 2 }, error: 'two are lost' },
    { name: 'a/lawless', status: 'failed', error: 'What must hold did not: the figures say it.' },
    { name: 'a/silent', status: 'failed', error: expect.stringMatching(/^exit code 7: .*no such module/s) },
    { name: 'a/good', status: 'passed', figures: { kills: 3 } },
  ]);
  expect(await written()).toEqual(report);
  const markdown = await readFile(join(out, 'report.md'), 'utf8');
  expect(markdown).toContain('# Nightly run: 1 passed, 3 failed');
  expect(markdown).toContain('Seed 5, scale 1.');
  expect(markdown).toMatch(/\| a\/good \| passed \| \d+ \| kills 3 \|/);
  expect(markdown).toContain('## a/bad');
  expect(await readFile(join(out, 'logs/a-silent.log'), 'utf8')).toContain('no such module');
});

test('a night that is interrupted ends what runs, and tells what did not run', async () => {
  const interruption = new AbortController();
  const running = night([good, endless, bad], interruption.signal);
  const log = join(out, 'logs/a-endless.log');
  await expect.poll(async () => existsSync(log) && (await readFile(log, 'utf8')) !== '').toBe(true);
  expect((await written()).steps.map(({ status }) => status)).toEqual(['passed', 'not run', 'not run']);
  interruption.abort();
  const report = await running;
  expect(report.isInterrupted).toBe(true);
  expect(report.steps.map(({ status }) => status)).toEqual(['passed', 'interrupted', 'not run']);
  expect(await written()).toEqual(report);
  expect(() => process.kill(Number(readFileSync(log, 'utf8')), 0)).toThrow('ESRCH');
});

describe('the steps', () => {
  test('have names of their own, and those of tests name files that are there', () => {
    const names = steps.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['chaos/kill', 'chaos/bombs', 'fuzz/sql', 'fuzz/http']));
    const context = { scale: 1, seed: 1, vitestReport: 'x.json' };
    const words = steps
      .flatMap((step) => step.words(context))
      .filter((word) => /^(test|packages|bench)\//.test(word));
    expect(words.filter((word) => !existsSync(join(root, word)))).toEqual([]);
  });

  test('are as long as the scale says', () => {
    const encode = steps.find(({ name }) => name === 'properties/encode');
    const context = { scale: 0.01, seed: 9, vitestReport: 'x.json' };
    expect(encode?.environment?.(context)).toMatchObject({ SDQ_PROPERTY_SEED: '9', SDQ_ROUND_TRIPS: '10' });
  });
});
