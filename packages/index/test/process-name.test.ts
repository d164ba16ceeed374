import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isLivingProcess, ownProcessName } from '../src/process-name.ts';

test('a process lives under its own name, and not under one of another life of its id', () => {
  expect(isLivingProcess(ownProcessName)).toBe(true);
  const [pid, start, boot] = ownProcessName.split('.');
  expect(pid).toBe(String(process.pid));
  expect(isLivingProcess(`${pid}.${Number(start) - 1}.${boot}`)).toBe(false);
  expect(isLivingProcess(`${pid}.${start}.00000000`)).toBe(false);
});

test('a name of an id alone, as older versions wrote it, is asked for by its id', async () => {
  const child = spawn('sleep', ['60']);
  const pid = String(child.pid);
  expect(isLivingProcess(pid)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isLivingProcess(pid)).toBe(false);
});

test.each(['', '0', '-1', 'x', '1.5.x.y', 'NaN'])('%j is nobody’s name', (name) => {
  expect(isLivingProcess(name)).toBe(false);
});
