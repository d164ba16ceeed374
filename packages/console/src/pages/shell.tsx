import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Announcer } from '../parts/announce.tsx';
import { Icon } from '../parts/icons.tsx';
import { addressOf, type PageName, place } from '../state/router.ts';
import { greeting, isExpired, isOperator, session, signOut, user } from '../state/session.ts';
import { theme } from '../state/theme.ts';
import { dollarsText } from '../text/format.ts';
import { words } from '../text/words.ts';

const shown: readonly PageName[] = ['query', 'explore', 'examples', 'index', 'saved', 'keys', 'usage'];
const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const;
const themeIcons = { system: 'system', light: 'sun', dark: 'moon' } as const;

/** Whether a page of another site shows this one in a frame: it gets the content alone. */
const isFramed = window.top !== window.self;

/** The bar above every page. */
export function Shell({ children }: { children: ComponentChildren }): JSX.Element {
  const { page } = place.value;
  const pages = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = pages.current?.querySelector<HTMLElement>('[aria-current]');
    // on a phone the list of pages is wider than the window
    if (pages.current && current)
      pages.current.scrollLeft = current.offsetLeft - pages.current.offsetLeft - 60;
  }, [page]);
  return (
    <div class={page === 'query' ? 'shell fixed' : isFramed ? 'shell framed' : 'shell'}>
      <a class="skip" href="#content" onClick={skip}>
        {words.shell.skip}
      </a>
      <header class="top">
        <a class="brand" href={addressOf('')} aria-label={`sdq: ${words.product}`}>
          <Logo />
          <span>sdq</span>
        </a>
        <nav ref={pages} aria-label={words.shell.pages}>
          {[...shown, ...(isOperator.value ? (['service'] as const) : [])].map((name) => (
            <a key={name} href={addressOf(name)} aria-current={page === name ? 'page' : undefined}>
              {words.nav[name]}
            </a>
          ))}
        </nav>
        <div class="account">
          <Account />
          <button
            type="button"
            class="quiet square"
            aria-label={`${words.shell.theme}: ${words.shell.themes[theme.value]}`}
            title={words.shell.themes[theme.value]}
            onClick={() => {
              theme.value = nextTheme[theme.value];
            }}
          >
            <Icon name={themeIcons[theme.value]} />
          </button>
        </div>
      </header>
      {isExpired.value && (
        <div class="banner" role="alert">
          {words.shell.expired}
        </div>
      )}
      {greeting.value !== undefined && (
        <div
          class={greeting.value.isGood ? 'banner good' : 'banner'}
          role={greeting.value.isGood ? 'status' : 'alert'}
        >
          <span>{greeting.value.text}</span>
          <button
            type="button"
            class="quiet square"
            aria-label={words.shell.close}
            onClick={() => {
              greeting.value = undefined;
            }}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Announcer />
    </div>
  );
}

function Account(): JSX.Element | null {
  if (session.value === 'unknown') return null;
  if (session.value === 'none' && !isOperator.value)
    return (
      <a class="button" href={addressOf('query')}>
        {words.shell.signIn}
      </a>
    );
  return (
    <>
      <span class="who">
        {user.value === undefined ? (
          isOperator.value ? (
            words.shell.operator
          ) : (
            words.shell.dataKeyOnly
          )
        ) : (
          <>
            <span class="name">{user.value.name}</span>
            <a href={addressOf('usage')} title={words.shell.balance}>
              {dollarsText(user.value.balance)}
            </a>
          </>
        )}
      </span>
      <button type="button" class="quiet" onClick={() => void signOut()}>
        {words.shell.signOut}
      </button>
    </>
  );
}

/** The fragment of the address belongs to the page: the link moves the focus by itself. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function Logo(): JSX.Element {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" class="logo">
      <rect width="32" height="32" rx="7" />
      <path d="M8 23V13m6 10V9m6 14v-7m6 7V11" />
    </svg>
  );
}
