import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestService } from '../support/test-service.ts';
import { isMissing } from '../support/tools.ts';
import { python, pythonPackage } from './python-package.ts';

test.skipIf(isMissing('python'))(
  'SQLAlchemy’s own suite for dialects, as far as it reads',
  async () => {
    await using service = await startTestService();
    await service.accounts.addCredit(service.accountId, { units: 10_000_000, reason: 'tests' });
    const folder = await mkdtemp(join(tmpdir(), 'sdq-sqlalchemy-'));
    const skipped = join(folder, 'skipped.txt');
    const address = service.service.url.replace('http://', `sdq+http://:${service.key}@`);
    const options = [
      '-c',
      'sqlalchemy-suite/setup.cfg',
      '--rootdir',
      'sqlalchemy-suite',
      '--disable-asyncio',
    ];
    const { code, text } = await python(
      [
        '-m',
        'pytest',
        'sqlalchemy-suite',
        ...options,
        '--dburi',
        `${address}/shortvideo`,
        '-q',
        '-p',
        'no:cacheprovider',
        '-p',
        'skips',
      ],
      { PYTHONPATH: 'src:sqlalchemy-suite', SDQ_SUITE_SKIPPED: skipped },
    );
    expect(code, text).toBe(0);
    expect(Number(/(\d+) passed/.exec(text)?.[1])).toBeGreaterThanOrEqual(320);
    await expect(await readFile(skipped, 'utf8')).toMatchFileSnapshot(
      join(pythonPackage, 'sqlalchemy-suite/skipped.txt'),
    );
    await rm(folder, { recursive: true, force: true });
  },
  600_000,
);
