import { expect, test } from 'vitest';
import { isMissing } from '../../support/tools.ts';
import { openConsole, runQuery, textOf } from './open-console.ts';

const lacksTools = isMissing('browser') || isMissing('puppeteer');

test.skipIf(lacksTools)(
  'a query is priced, run and paid in a browser, and the page asks nobody but us',
  async () => {
    await using opened = await openConsole();
    const { page, complaints } = await opened.openSignedIn();
    await runQuery(page);
    await page.waitForSelector('.grid-pane [role=gridcell]');
    expect(await textOf(page, '.price')).toMatch(/^At most \$0\.\d+/);
    expect(await textOf(page, '.status')).toMatch(/Done.*rows.*paid \$0\.00\d\d for \d+ rows/);
    const units = await opened.service.chargedUnits();
    expect(await textOf(page, '.status b')).toContain(`$${(units / 10_000).toFixed(4)}`.replace(/00$/, ''));
    await page.click('#view-chart');
    await page.waitForSelector('.chart svg .line');
    expect(page.url()).toContain('view=chart');
    expect(complaints).toEqual([]);
  },
);
