import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icons.tsx';
import { dropRun, runOf } from '../../state/query-run.ts';
import { active, activeId, closeTab, openTab, type QueryTab, tabs, titleOf } from '../../state/query-tabs.ts';
import { visibleText } from '../../text/visible.ts';
import { words } from '../../text/words.ts';
import { writeAddress } from './run-query.ts';

/** The open queries. */
export function TabStrip(): JSX.Element {
  const open = (id: string) => {
    activeId.value = id;
    writeAddress(true);
  };
  return (
    <nav class="tab-strip" aria-label={words.query.tabs}>
      <ul>
        {tabs.value.map((tab) => (
          <Tab key={tab.id} tab={tab} isActive={tab.id === active.value?.id} onOpen={() => open(tab.id)} />
        ))}
      </ul>
      <button
        type="button"
        class="quiet square"
        aria-label={words.query.newTab}
        title={words.query.newTab}
        onClick={() => {
          openTab();
          writeAddress(true);
        }}
      >
        <Icon name="plus" />
      </button>
    </nav>
  );
}

function Tab({
  tab,
  isActive,
  onOpen,
}: {
  tab: QueryTab;
  isActive: boolean;
  onOpen: () => void;
}): JSX.Element {
  const title = visibleText(titleOf(tab));
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isActive]);
  return (
    <li ref={line} class={isActive ? 'active' : ''}>
      <button type="button" class="tab-title" aria-current={isActive ? 'true' : undefined} onClick={onOpen}>
        {runOf(tab.id).isRunning.value && <span class="spinner" aria-hidden="true" />}
        {title}
      </button>
      <button
        type="button"
        class="quiet square"
        aria-label={words.query.closeTab(title)}
        onClick={() => {
          dropRun(tab.id);
          closeTab(tab.id);
          writeAddress(false);
        }}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
