import '../../style/query.css';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SignInForm } from '../../parts/sign-in-form.tsx';
import { type Failure, failureOf, runOf } from '../../state/query-run.ts';
import { active, openTabs, showAddress } from '../../state/query-tabs.ts';
import { place, runOnOpen } from '../../state/router.ts';
import { loadPlatforms, loadSchema } from '../../state/schemas.ts';
import { session } from '../../state/session.ts';
import { words } from '../../text/words.ts';
import { ResultPane } from './result-pane.tsx';
import { RunBar } from './run-bar.tsx';
import { checkSoon, editor, runActive, writeAddress } from './run-query.ts';
import { SqlEditor } from './sql-editor.tsx';
import { TabStrip } from './tab-strip.tsx';
import { TableTree } from './table-tree.tsx';

/** Write a query, see its price, run it, look at the answer. */
export function QueryPage(): JSX.Element {
  const [isReady, setReady] = useState(false);
  const [failure, setFailure] = useState<Failure | undefined>();
  const isOpen = session.value === 'open';
  const { facts } = place.value;
  useEffect(() => {
    void openTabs(facts).then(() => {
      setReady(true);
      writeAddress(false);
    });
  }, []);
  useEffect(() => {
    if (isReady) showAddress(facts);
  }, [facts]);
  useEffect(() => cancelByEscape(), []);
  const tab = active.value;
  const load = () => {
    setFailure(undefined);
    Promise.all([loadPlatforms(), loadSchema(tab?.platform ?? 'shortvideo')]).then(
      () => setFailure(undefined),
      (error: unknown) => setFailure(failureOf(error)),
    );
  };
  useEffect(load, [tab?.platform]);
  // a change of what is asked, and a sign-in, need a new check
  useEffect(() => {
    if (!isReady || !isOpen) return;
    if (runOnOpen.peek() && editor.value !== undefined) {
      runOnOpen.value = false;
      void runActive();
    } else checkSoon();
  }, [
    isReady,
    isOpen,
    tab?.id,
    tab?.sql,
    tab?.platform,
    tab?.limit,
    tab?.snapshotId,
    JSON.stringify(tab?.parameters),
    editor.value,
  ]);
  if (!isReady || tab === undefined) return <p class="page empty">{words.shell.loading}</p>;
  return (
    <div class="query-page">
      <h1 class="unseen">{words.nav.query}</h1>
      <TableTree tab={tab} />
      <div class="query-main">
        <TabStrip />
        <SqlEditor tab={tab} />
        {failure !== undefined && <FailureNotice failure={{ ...failure, canRetry: true }} onRetry={load} />}
        {isOpen ? (
          <>
            <RunBar tab={tab} />
            <ResultPane key={tab.id} tab={tab} />
          </>
        ) : (
          <div class="query-sign-in">
            <SignInForm title={words.signIn.needed} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Escape cancels a running query, unless something else takes the key first. */
function cancelByEscape(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const tab = active.peek();
    if (tab !== undefined) runOf(tab.id).cancel();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
