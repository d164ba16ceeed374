import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startTestService } from '../support/test-service.ts';
import { isMissing } from '../support/tools.ts';
import { casesPath, clientCases } from './cases.ts';
import { startFaultyNetwork } from './faulty-network.ts';
import { python } from './python-package.ts';

test.skipIf(isMissing('python'))(
  'the Python client: the cases of all clients, DB-API 2.0, frames, async, SQLAlchemy, %sql',
  async () => {
    await using service = await startTestService();
    await service.accounts.addCredit(service.accountId, { units: 10_000_000, reason: 'tests' });
    await using network = await startFaultyNetwork(service.service.url);
    const { code, text } = await python(['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], {
      SDQ_TEST_NETWORK: network.urlOf('').replace(/\/$/, ''),
      SDQ_TEST_KEY: service.key,
      SDQ_TEST_CASES: fileURLToPath(casesPath),
    });
    expect(code, text).toBe(0);
    // Each case once and once with async, and the tests of the package.
    expect(Number(/(\d+) passed/.exec(text)?.[1])).toBeGreaterThanOrEqual(2 * clientCases.length + 25);
    expect(text).not.toMatch(/skipped/);
  },
  // The libraries of frames alone take seconds to load where the machine is busy.
  300_000,
);
