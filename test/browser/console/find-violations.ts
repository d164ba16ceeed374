import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolsFolder } from '../../support/tools.ts';
import type { BrowserPage } from './browser-page.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on a page as it stands, the editor's shadow root included. The page must have been opened with `setBypassCSP`. */
export async function findViolations(page: BrowserPage): Promise<string[]> {
  await page.evaluate(readFileSync(join(toolsFolder, 'node_modules/axe-core/axe.min.js'), 'utf8'));
  return await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + ' | ' + node.failureSummary.slice(0, 200)).join('\\n  ')))`);
}

/** By how many pixels a page is wider than its window. */
export const overflowOf = (page: BrowserPage): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
