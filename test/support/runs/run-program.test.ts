import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A program of three runs: one that passes, one that fails, and one that goes on until it is interrupted. */
const script = `
import { runProgram } from ${JSON.stringify(new URL('run-program.ts', import.meta.url).href)};
await runProgram({
  command: 'npm run sample --',
  purpose: 'Runs samples.',
  flags: { size: { type: 'string', placeholder: 'N', about: 'how many' } },
  runs: {
    good: { about: 'passes', run: async ({ size }) => ({ passed: true, figures: { size, rows: [{ a: 1, b: 'x|y' }] } }) },
    bad: { about: 'fails', run: async () => ({ passed: false, figures: { lost: 2 } }) },
    broken: { about: 'throws', run: async () => { throw new Error('no such thing'); } },
    endless: {
      about: 'goes on',
      run: async ({ signal }) => {
        console.log(process.env.TMPDIR);
        const goesOn = setInterval(() => {}, 1000);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        clearInterval(goesOn);
        signal.throwIfAborted();
      },
    },
  },
  read({ size = '1' }) {
    if (Number.isNaN(Number(size))) throw new Error('--size must be a number, not ' + size);
    return { size: Number(size) };
  },
});`;

function start(...words: string[]): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', script, '--', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  for await (const part of stream ?? []) text += String(part);
  return text;
}

async function run(...words: string[]) {
  const child = start(...words);
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), ended]);
  return { code, stdout, stderr };
}

test('names what it runs, and exits with 0 when all passed', async () => {
  expect(await run('good', '--size', '7')).toEqual({
    code: 0,
    stdout: 'good: passed (0 s)\n  size: 7\n\n| a | b |\n|--:|---|\n| 1 | x\\|y |\n\n',
    stderr: '',
  });
});

test('goes on after a failure, gives JSON a line each, and exits with 1', async () => {
  const { code, stdout } = await run('bad', 'broken', 'good', '--json');
  expect(code).toBe(1);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { name: 'bad', passed: false, figures: { lost: 2 } },
    { name: 'broken', passed: false, error: expect.stringContaining('no such thing') },
    { name: 'good', passed: true, figures: { size: 1 } },
  ]);
});

test('help lists options and names; wrong usage is told, and exits with 2', async () => {
  const help = await run('--help');
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toMatch(
    /^npm run sample -- \[NAME…\] \[OPTIONS\]\n\nRuns samples\.\n\n {2}--size N {2}how many\n/,
  );
  expect(help.stdout).toContain('\n  endless  goes on\n');
  expect(await run('--list')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('  bad      fails\n'),
  });
  for (const [words, told] of [
    [['gone'], 'there is no gone'],
    [['--size', 'big'], '--size must be a number, not big'],
    [['--speed'], "Unknown option '--speed'"],
  ] as const) {
    const { code, stdout, stderr } = await run(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(told);
  }
});

test('Ctrl-C ends the run, leaves no files, and exits with 130', async () => {
  const child = start('endless', 'good');
  const [folder] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  expect(existsSync(folder.toString().trim())).toBe(true);
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(130);
  expect(existsSync(folder.toString().trim())).toBe(false);
});
