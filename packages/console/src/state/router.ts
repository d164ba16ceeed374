import { signal } from '@preact/signals';

/** The pages: the part of the path after /console/. The empty one is the start page. */
export const pageNames = [
  '',
  'query',
  'explore',
  'examples',
  'index',
  'saved',
  'keys',
  'usage',
  'service',
] as const;

export type PageName = (typeof pageNames)[number];

export interface Place {
  page: PageName | 'shared' | 'unknown';
  /** The rest of the path: the ID of a shared query. */
  rest: string;
  /** What the page shows, from the fragment: it is not sent to the service. */
  facts: URLSearchParams;
}

const base = '/console/';

export const place = signal<Place>(read());

function read(): Place {
  const { pathname, hash } = globalThis.location ?? { pathname: base, hash: '' };
  const facts = new URLSearchParams(hash.slice(1));
  if (pathname.startsWith('/q/')) return { page: 'shared', rest: pathname.slice(3), facts };
  const [name = '', ...rest] = pathname.slice(base.length).split('/');
  const page = (pageNames as readonly string[]).includes(name) ? (name as PageName) : 'unknown';
  return { page, rest: rest.join('/'), facts };
}

/** The address of a page with its facts. */
export function addressOf(page: PageName, facts: Readonly<Record<string, string>> = {}): string {
  const fragment = new URLSearchParams(Object.entries(facts).filter(([, value]) => value !== '')).toString();
  return `${base}${page}${fragment === '' ? '' : `#${fragment}`}`;
}

/**
 * Whether the query of the page that opens may run at once: a click within the console asked for it, beside its price. No
 * address does: a link must not spend money.
 */
export const runOnOpen = signal(false);

/** Goes to an address of the console; Back returns. */
export function go(address: string): void {
  history.pushState(null, '', address);
  place.value = read();
}

/** Writes what the page shows into the address: as a new entry of the history, or in place of the present one. */
export function note(page: PageName, facts: Readonly<Record<string, string>>, isStep: boolean): void {
  const address = addressOf(page, facts);
  if (address === `${location.pathname}${location.hash}`) return;
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

/** Follows links of the console, and Back and Forward. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    place.value = read();
  });
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest?.('a');
    if (!isOwn(link)) return;
    event.preventDefault();
    runOnOpen.value = link.dataset.run !== undefined;
    go(link.pathname + link.hash);
  });
}

/** Whether a link leads to a page of the console, in this window. */
function isOwn(link: HTMLAnchorElement | null | undefined): link is HTMLAnchorElement {
  if (link?.target !== '' || link.hasAttribute('download')) return false;
  return link.origin === location.origin && link.pathname.startsWith(base);
}
