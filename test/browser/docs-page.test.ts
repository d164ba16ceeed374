import { expect, test } from 'vitest';
import { startSampleService } from '../support/sample-service.ts';
import { isMissing } from '../support/tools.ts';
import { openHeadless } from './headless-page.ts';

test.skipIf(isMissing('browser'))(
  '/docs shows the operations in a browser, breaks no policy, and asks nobody but us',
  async () => {
    await using service = await startSampleService();
    const { page, log } = await openHeadless(`${service.url}/docs`);
    for (const text of [
      'Run an SQL query on the short-video platform',
      '/api/shortvideo/hashtag',
      'Idempotency-Key',
    ]) {
      expect(page.includes(text), `"${text}" on the page`).toBe(true);
    }
    const complaint = /Refused|violat|Security Policy|Failed to load|ERR_|Error/;
    const complaints = log.split('\n').filter((line) => line.includes(':CONSOLE') && complaint.test(line));
    expect(complaints).toEqual([]);
  },
);
