/** Writes the pictures of docs/console.md: `npm run console:screenshots [-- FOLDER]`. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openConsole } from './open-console.ts';
import { walk } from './walk.ts';

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../../docs/images'));
await mkdir(folder, { recursive: true });
await using opened = await openConsole();
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
