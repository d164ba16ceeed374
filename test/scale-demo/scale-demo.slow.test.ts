import { expect, test } from 'vitest';
import { isMissing } from '../support/tools.ts';
import { demonstrate } from './demonstrate.ts';

/** `npm run scale:demo` replaces both replicas, and lasts a minute. */
test.skipIf(isMissing('postgres') || isMissing('nginx'))(
  'behind nginx additions become visible on both replicas, a killed and a replaced one fail no request, and the books balance',
  async () => {
    const told: string[] = [];
    const { passed, figures } = await demonstrate('nginx', {
      seconds: 1,
      rows: 2_000,
      clients: 4,
      isShort: true,
      tell: (line) => void told.push(line),
      signal: AbortSignal.timeout(280_000),
    });
    expect(figures, told.join('\n')).toMatchObject({ failed: 0, books: { balances: true, wrong: 0 } });
    expect(passed, JSON.stringify(figures)).toBe(true);
  },
  300_000,
);
