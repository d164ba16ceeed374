import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sdq } from '../cli-process.ts';

test('doctor tells what is wrong with settings, secrets, accounts and index, and how to mend it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sdq-doctor-'));
  await mkdir(join(root, 'accounts'));
  await writeFile(join(root, 'accounts', 'pepper'), 'ab'.repeat(32), { mode: 0o644 });
  await writeFile(join(root, 'data-secret'), Buffer.alloc(32), { mode: 0o640 });
  const run = await sdq(['doctor', '--home', root, '--index', join(root, 'none'), '--json']);
  expect(run).toMatchObject({ code: 1, stderr: expect.stringMatching(/^sdq: 2 checks failed/) });
  const { findings, wrong } = JSON.parse(run.stdout) as {
    findings: { subject: string; state: string; hint: string | null }[];
    wrong: number;
  };
  expect(wrong).toBe(2);
  for (const { state, hint } of findings) expect(hint === null).toBe(state === 'ok');
  expect(findings.filter(({ state }) => state === 'wrong')).toMatchObject([
    { subject: 'secrets', hint: `chmod 600 ${root}/accounts/pepper ${root}/data-secret` },
    { subject: 'index', hint: expect.stringContaining('sdq index') },
  ]);
  await rm(root, { recursive: true });
});

test('16: the completion script is valid and knows commands and options', async () => {
  const { stdout, code } = await sdq(['completion']);
  expect(code).toBe(0);
  const ask = `${stdout}\nCOMP_WORDS=(sdq key ro); COMP_CWORD=2; _sdq; echo "\${COMPREPLY[*]}"`;
  expect(execFileSync('bash', ['-c', ask], { encoding: 'utf8' })).toBe('rotate\n');
});
