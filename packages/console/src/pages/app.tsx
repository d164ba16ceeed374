import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { FailureNotice } from '../parts/failure-notice.tsx';
import type { Failure } from '../state/query-run.ts';
import { type Place, place } from '../state/router.ts';
import { session } from '../state/session.ts';
import { words } from '../text/words.ts';
import { Shell } from './shell.tsx';

/** Pages that are loaded when they are opened. */
const later: Partial<Record<Place['page'], () => Promise<ComponentType>>> = {
  '': async () => (await import('./home.tsx')).Home,
  query: async () => (await import('./query/query-page.tsx')).QueryPage,
  explore: async () => (await import('./explore/explore-page.tsx')).ExplorePage,
  examples: async () => (await import('./examples/examples-page.tsx')).ExamplesPage,
  index: async () => (await import('./index-page.tsx')).IndexPage,
  saved: async () => (await import('./saved-page.tsx')).SavedPage,
  keys: async () => (await import('./keys-page.tsx')).KeysPage,
  shared: async () => (await import('./shared/shared-page.tsx')).SharedPage,
  service: async () => (await import('./service-page.tsx')).ServicePage,
  usage: async () => (await import('./usage/usage-page.tsx')).UsagePage,
};

export function App(): JSX.Element {
  const { page } = place.value;
  useEffect(() => {
    if (page === 'shared') return;
    const name = page === 'unknown' || page === '' ? '' : `${words.nav[page]} · `;
    document.title = `${name}${words.product}`;
  }, [page]);
  return <Shell>{session.value === 'unknown' ? null : <LaterPage key={page} page={page} />}</Shell>;
}

/** The service is away, or was replaced by another version, whose files have other names. */
const notLoaded: Failure = {
  message: words.shell.pageNotLoaded,
  code: 'unreachable',
  faults: [],
  canRetry: true,
};

function LaterPage({ page }: { page: Place['page'] }): JSX.Element {
  const [Page, setPage] = useState<ComponentType | undefined>();
  const [failure, setFailure] = useState<Failure | undefined>();
  const load = later[page];
  useEffect(() => {
    load?.().then(
      (found) => setPage(() => found),
      () => setFailure(notLoaded),
    );
  }, [page]);
  if (load === undefined) return <p class="page empty">{words.shell.unknownPage}</p>;
  if (failure !== undefined) return <FailureNotice failure={failure} onRetry={() => location.reload()} />;
  return Page === undefined ? <p class="page empty">{words.shell.loading}</p> : <Page />;
}
