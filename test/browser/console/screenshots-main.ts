/**
 * Writes the pictures of docs/console.md: `npm run console:screenshots [-- FOLDER]`; with `--pages` those of every page, in both
 * themes and widths, to be looked at.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openConsole, signIn } from './open-console.ts';
import { pageStates } from './page-states.ts';
import { walk } from './walk.ts';

const { values, positionals } = parseArgs({
  options: { pages: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../../docs/images'));
await mkdir(folder, { recursive: true });
await using opened = await openConsole();
await (values.pages ? takePages() : takeWalk());

async function takeWalk(): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    const page = await opened.newPage();
    await page.setViewport({ width: 1440, height: 900 });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    const reader = await opened.newPage();
    await reader.setViewport({ width: 1440, height: 900 });
    await reader.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    const { url, accounts, accountId } = opened.service;
    const token = await accounts.createSignInToken(accountId);
    await walk({ page, reader }, { url, token }, async (step, shown) => {
      // the dark theme is shown once
      if (scheme === 'dark' && step !== 'chart') return;
      const name = `console-${step}${scheme === 'dark' ? '-dark' : ''}.png`;
      await shown.screenshot({ path: join(folder, name) });
      console.log(join(folder, name));
    });
    await Promise.all([page.close(), reader.close()]);
  }
}

async function takePages(): Promise<void> {
  for (const width of [1440, 360])
    for (const scheme of ['light', 'dark']) {
      const page = await opened.newPage();
      await page.setViewport({ width, height: width < 500 ? 780 : 900 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.goto(`${opened.service.url}/console/keys`);
      await signIn(page, opened.service.accountKey);
      for (const [name, reach] of Object.entries(pageStates)) {
        await reach(page);
        await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`) });
      }
      await page.close();
    }
}
