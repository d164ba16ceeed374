import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService } from '../support/test-service.ts';
import { isMissing } from '../support/tools.ts';
import { python } from './python-package.ts';

describe.skipIf(isMissing('python'))('the Python package', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdq-python-package-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is formatted, has no findings of ruff and none of mypy, strict', async () => {
    for (const words of [
      ['-m', 'ruff', 'format', '--check', '--no-cache', '.'],
      ['-m', 'ruff', 'check', '--no-cache', '.'],
      ['-m', 'mypy', '--cache-dir', join(folder, 'mypy')],
    ]) {
      const { code, text } = await python(words);
      expect(code, text).toBe(0);
    }
  }, 180_000);

  test('builds a wheel and an sdist, which have the sources, the type marker and nothing else', async () => {
    const { code, text } = await python(['-m', 'build', '--no-isolation', '--outdir', folder]);
    expect(code, text).toBe(0);
    const names = await readdir(folder);
    const wheel = names.find((name) => name.endsWith('.whl')) ?? '';
    expect(names).toContain(wheel.replace(/-py3.*$/, '.tar.gz'));
    const { stdout } = spawnSync('python3', ['-m', 'zipfile', '-l', join(folder, wheel)], {
      encoding: 'utf8',
    });
    const files = stdout
      .split('\n')
      .slice(1)
      .map((line) => line.split(' ')[0] ?? '')
      .filter((name) => name !== '');
    expect(files).toEqual(expect.arrayContaining(['sdq/__init__.py', 'sdq/py.typed', 'sdq/magic.py']));
    expect(files.filter((name) => !/^sdq(-0\.1\.0\.dist-info)?\//.test(name))).toEqual([]);

    const target = join(folder, 'installed');
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', '--target', target];
    expect(await python([...pip, join(folder, wheel)])).toMatchObject({ code: 0 });
    const load = "import sqlalchemy as s; print(s.create_engine('sdq://:k@127.0.0.1/micro').dialect.name)";
    expect(await python(['-c', load], { PYTHONPATH: target })).toEqual({ code: 0, text: 'sdq\n' });
  }, 120_000);

  test('its notebook runs against a service', async () => {
    await using service = await startTestService();
    const { code, text } = await python(['tests/run_notebook.py', 'examples/first-question.ipynb'], {
      SDQ_REMOTE: service.service.url,
      SDQ_API_KEY: service.key,
      IPYTHONDIR: join(folder, 'ipython'),
      JUPYTER_RUNTIME_DIR: join(folder, 'jupyter'),
    });
    expect(code, text).toBe(0);
    expect(text).toContain('1 row · $0.0001');
    expect(text).toContain('valid · costs $0.0005 at most');
    expect(text).toContain('int64[pyarrow]');
  }, 120_000);
});
