import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The module anew, on a machine without programs. */
async function withoutPrograms() {
  vi.stubEnv('PATH', '');
  vi.stubEnv('CHROMIUM', undefined);
  vi.stubEnv('SDQ_REQUIRE_CURL', undefined);
  return await import('./tools.ts');
}

test('a tool that is missing skips its tests', async () => {
  const { isMissing } = await withoutPrograms();
  expect(isMissing('curl')).toBe(true);
});

test('a tool that is missing and required fails its tests, with the command that installs it', async () => {
  const { isMissing } = await withoutPrograms();
  vi.stubEnv('SDQ_REQUIRE_CURL', '1');
  expect(() => isMissing('curl')).toThrow('there is no curl on this machine: Debian: apt-get install curl');
});

test('a tool that is there is told with its path', async () => {
  vi.stubEnv('CHROMIUM', '/opt/chromium');
  const { findTool, isMissing } = await import('./tools.ts');
  expect(findTool('browser')).toBe('/opt/chromium');
  expect(isMissing('browser')).toBe(false);
});

test('.ci/run requires every tool there is', async () => {
  const { readFile } = await import('node:fs/promises');
  const { requirement, toolNames } = await import('./tools.ts');
  const script = await readFile(new URL('../../.ci/run', import.meta.url), 'utf8');
  expect(toolNames.filter((name) => !script.includes(`${requirement(name)}=1`))).toEqual([]);
});
