import { execFileSync } from 'node:child_process';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { tableOf } from '../support/runs/outcome-text.ts';
import type { StepResult } from './step.ts';

export interface NightReport {
  readonly startedAt: string;
  readonly seconds: number;
  readonly commit: string;
  readonly machine: string;
  readonly node: string;
  /** Of every generator. */
  readonly seed: number;
  /** Part of the usual repetitions. */
  readonly scale: number;
  readonly isInterrupted: boolean;
  readonly steps: readonly StepResult[];
}

/** What the report says of machine and sources. */
export function describeRun(root: string): Pick<NightReport, 'commit' | 'machine' | 'node'> {
  return {
    commit: commitOf(root),
    machine: `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
  };
}

function commitOf(root: string): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const isChanged = git('status', '--porcelain') !== '';
    return `${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? ' with changes' : ''}`;
  } catch {
    return 'unknown'; // sources without git
  }
}

/** Writes `report.json` and `report.md`, each whole at any moment. */
export async function writeReport(report: NightReport, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = { 'report.json': `${JSON.stringify(report, null, 2)}\n`, 'report.md': markdownOf(report) };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, `${name}.new`), text);
    await rename(join(folder, `${name}.new`), join(folder, name));
  }
}

export function markdownOf(report: NightReport): string {
  const { steps, seed, scale, commit, machine, node, startedAt, seconds, isInterrupted } = report;
  const count = (status: StepResult['status']) => steps.filter((step) => step.status === status).length;
  const counts = (['passed', 'failed', 'skipped', 'interrupted', 'not run'] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${status}`);
  const rows = steps.map((step) => ({
    step: step.name,
    result: step.status === 'passed' ? 'passed' : `**${step.status}**`,
    seconds: step.seconds,
    figures: figuresOf(step.figures),
  }));
  const failures = steps
    .filter(({ status }) => status === 'failed')
    .map(({ name, about, command, error = '', log }) =>
      [
        `## ${name}`,
        `${about}. Again: \`${command}\`; all of its output: ${log}`,
        `\`\`\`text\n${error}\n\`\`\``,
      ].join('\n\n'),
    );
  return `${[
    `# Nightly run: ${counts.join(', ')}`,
    `Begun ${startedAt}, ${durationOf(seconds)}${isInterrupted ? ', **interrupted**' : ''}. Commit ${commit}; Node ${node}; ${machine}. Seed ${seed}, scale ${scale}.`,
    tableOf(rows).trimEnd(),
    ...failures,
  ].join('\n\n')}\n`;
}

const figureCharactersMax = 400;

function figuresOf(figures: StepResult['figures']): string {
  const text = Object.entries(figures)
    .filter(([, value]) => !(Array.isArray(value) && value.length > 0 && typeof value[0] === 'object'))
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
  return text.length > figureCharactersMax ? `${text.slice(0, figureCharactersMax)}…` : text;
}

function durationOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
