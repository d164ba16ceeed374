import '../../style/result.css';
import type { ComponentType, JSX } from 'preact';
import { useEffect, useReducer } from 'preact/hooks';
import type { Result } from '../../data/result.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { newResult, runOf, type TabRun } from '../../state/query-run.ts';
import { change, type QueryTab, type View, views } from '../../state/query-tabs.ts';
import { bytesText, clockText, dollarsText, durationText, unitsOf } from '../../text/format.ts';
import { words } from '../../text/words.ts';
import { ResultActions } from './result-actions.tsx';
import { editor, runActive, writeAddress } from './run-query.ts';
import type { ViewProps } from './view-props.ts';

/** The answer: rows, chart, plan, code. */
export function ResultPane({ tab }: { tab: QueryTab }): JSX.Element {
  const run = runOf(tab.id);
  const result = run.result.value;
  const round = useGrowing(result);
  const hasEditor = editor.value !== undefined;
  useEffect(() => {
    if (hasEditor) loadAhead();
  }, [hasEditor]);
  const show = (view: View) => {
    change(tab.id, { view });
    writeAddress(true);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = views[(views.indexOf(tab.view) + step + views.length) % views.length] ?? 'rows';
    show(next);
    document.getElementById(`view-${next}`)?.focus();
  };
  const share = result === undefined ? 0 : result.rows / Math.max(1, run.rowsExpected.value);
  return (
    <section class="result" aria-label={words.query.resultViews}>
      <div class="result-head">
        <div class="views" role="tablist" aria-label={words.query.resultViews} onKeyDown={onKey}>
          {views.map((view) => (
            <button
              key={view}
              id={`view-${view}`}
              type="button"
              role="tab"
              aria-selected={tab.view === view}
              aria-controls="view-panel"
              tabIndex={tab.view === view ? 0 : -1}
              onClick={() => show(view)}
            >
              {words.query.views[view]}
            </button>
          ))}
        </div>
        <Status run={run} round={round} />
        <ResultActions tab={tab} result={result} />
      </div>
      {run.isRunning.value && (
        <progress
          aria-label={words.query.running}
          {...(share > 0 && { value: Math.min(1, share), max: 1 })}
        />
      )}
      {run.failure.value !== undefined && (
        <FailureNotice failure={run.failure.value} onRetry={() => void runActive()} />
      )}
      <div class="view" role="tabpanel" id="view-panel" aria-labelledby={`view-${tab.view}`} tabIndex={-1}>
        <LaterView key={tab.view} tab={tab} result={result} round={round} />
      </div>
    </section>
  );
}

type ViewOf = ComponentType<ViewProps>;

/** The views are loaded when they are opened. */
const loaders: Record<View, () => Promise<ViewOf>> = {
  rows: async () => (await import('./rows-pane.tsx')).RowsPane,
  chart: async () => (await import('./chart-pane.tsx')).ChartPane,
  plan: async () => (await import('./plan-pane.tsx')).PlanPane,
  code: async () => (await import('./code-pane.tsx')).CodePane,
};
const loaded: Partial<Record<View, ViewOf>> = {};

/** Loads what a run needs before it is asked for: a service that is away later can still be told. */
function loadAhead(): void {
  void newResult().catch(() => {});
  void loaders.rows().then(
    (view) => {
      loaded.rows = view;
    },
    () => {},
  );
}

function LaterView(props: ViewProps): JSX.Element {
  const { tab, result } = props;
  const [, draw] = useReducer((round: number) => round + 1, 0);
  const Shown = loaded[tab.view];
  const isWanted = result !== undefined || tab.view === 'plan' || tab.view === 'code';
  useEffect(() => {
    if (Shown !== undefined || !isWanted) return;
    void loaders[tab.view]().then((view) => {
      loaded[tab.view] = view;
      draw(undefined);
    });
  }, [tab.view, isWanted]);
  if (!isWanted) return <p class="empty">{words.query.noResult}</p>;
  return Shown === undefined ? <></> : <Shown {...props} />;
}

/** How far a run is, and what it has cost. */
function Status({ run }: { run: TabRun; round: number }): JSX.Element {
  const result = run.result.value;
  if (result === undefined) return <div class="status" role="status" />;
  const { rows, bytes, state } = result;
  const paid = paidText(run);
  const facts = [words.query.rows(rows), bytesText(bytes), durationText(run.elapsedMs.value)];
  return (
    <div class="status" role="status">
      <span class={`state ${state}`}>{words.query.states[state]}</span>
      <span>{facts.join(' · ')}</span>
      {paid !== '' && <b>{paid}</b>}
    </div>
  );
}

function paidText({ receipt: { value: receipt }, isFree, paidAt }: TabRun): string {
  if (receipt === undefined) return isFree.value ? words.query.paidNothing : '';
  if (unitsOf(receipt.cost) > 0) return words.query.paid(dollarsText(receipt.cost), receipt.records);
  return paidAt.value === undefined ? words.query.paidNothing : words.query.repeat(clockText(paidAt.value));
}

/** Draws again while rows arrive, ten times a second at most; returns how often it did. */
function useGrowing(result: Result | undefined): number {
  const [round, draw] = useReducer((round: number) => round + 1, 0);
  useEffect(() => {
    if (result === undefined) return;
    let timer = 0;
    const stop = result.onChange(() => {
      timer ||= window.setTimeout(() => {
        timer = 0;
        draw(undefined);
      }, 100);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [result]);
  return round;
}
