import type { JSX } from 'preact';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Icon } from '../../parts/icons.tsx';
import { readParameter } from '../../sql/read-parameter.ts';
import { parameterNames } from '../../sql/read-sql.ts';
import { runOf } from '../../state/query-run.ts';
import { change, type QueryTab, rowsMax } from '../../state/query-tabs.ts';
import { bytesText, dollarsText, unitsOf } from '../../text/format.ts';
import { words } from '../../text/words.ts';
import { checkSoon, editor, runActive, toConfirm } from './run-query.ts';

/** Run, the limit, the parameters, and the price before anything is paid. */
export function RunBar({ tab }: { tab: QueryTab }): JSX.Element {
  const run = runOf(tab.id);
  const isRunning = run.isRunning.value;
  const asks = toConfirm.value;
  const names = parameterNames(tab.sql);
  return (
    <section class="run-bar" aria-label={words.query.run}>
      <div class="run-line">
        {isRunning ? (
          <button type="button" class="run" onClick={() => run.cancel()}>
            <Icon name="stop" />
            {words.query.cancel} <kbd>Esc</kbd>
          </button>
        ) : (
          <button
            type="button"
            class={asks === undefined ? 'primary run' : 'warn run'}
            onClick={() => void runActive()}
          >
            <Icon name="play" />
            {asks === undefined ? words.query.run : words.query.confirm(dollarsText(asks.cost))}{' '}
            <kbd>Ctrl ⏎</kbd>
          </button>
        )}
        <label class="limit">
          {words.query.limit}
          <input
            type="number"
            min={1}
            max={rowsMax}
            value={tab.limit}
            onInput={(event) => {
              const limit = event.currentTarget.valueAsNumber;
              if (Number.isInteger(limit) && limit >= 1 && limit <= rowsMax) change(tab.id, { limit });
            }}
          />
        </label>
        <div class="price" aria-live="polite">
          {asks === undefined ? (
            <Price tab={tab} />
          ) : (
            <strong>{words.query.confirmAbout(dollarsText(asks.cost))}</strong>
          )}
        </div>
      </div>
      {tab.snapshotId !== '' && (
        <p class="pinned">
          {words.query.pinned(tab.snapshotId.replace('snap_', '').slice(0, 8))}
          <button type="button" class="chip" onClick={() => change(tab.id, { snapshotId: '' })}>
            {words.query.unpin}
          </button>
        </p>
      )}
      {names.length > 0 && (
        <div class="parameters" role="group" aria-label={words.query.parameters}>
          {names.map((name) => {
            const { type, fits } = readParameter(tab.parameters[name] ?? '', run.parameterTypes.value[name]);
            return (
              <label key={name}>
                <code>${name}</code>
                <input
                  value={tab.parameters[name] ?? ''}
                  placeholder="NULL"
                  spellcheck={false}
                  aria-invalid={!fits}
                  onInput={(event) =>
                    change(tab.id, { parameters: { ...tab.parameters, [name]: event.currentTarget.value } })
                  }
                />
                <small class={fits ? '' : 'bad'}>{fits ? type : words.query.notOfType(type)}</small>
              </label>
            );
          })}
        </div>
      )}
    </section>
  );
}

/** What the check said. */
function Price({ tab }: { tab: QueryTab }): JSX.Element {
  const run = runOf(tab.id);
  const failure = run.checkFailure.value;
  if (failure !== undefined)
    return <FailureNotice failure={{ ...failure, canRetry: true }} onRetry={checkSoon} />;
  const found = run.check.value;
  if (found === undefined)
    return <span class="note">{tab.sql.trim() === '' ? words.query.empty : words.query.checking}</span>;
  if (!found.valid)
    return (
      <span class="bad">
        {found.message}
        {found.hint !== undefined && <span class="hint">. {found.hint}</span>}
        {editor.value !== undefined &&
          found.faults[0]?.candidates.slice(0, 3).map((name) => (
            <button key={name} type="button" class="chip" onClick={() => editor.peek()?.mend(name)}>
              {words.editor.replaceBy(name)}
            </button>
          ))}
      </span>
    );
  const { plan, columns, costMax } = found;
  const ways = [...new Set(plan.routes.map(({ via }) => via))].join(', ');
  return (
    <span class={run.isChecking.value ? 'fading' : ''}>
      {unitsOf(costMax) === 0 ? (
        <b>{found.rowsMax > 0 ? words.query.alreadyPaid : words.query.free}</b>
      ) : (
        <>
          {words.query.atMost} <b>{dollarsText(costMax)}</b>
        </>
      )}
      <span class="price-facts">
        {' · '}
        {words.query.reads(plan.rows_estimated, bytesText(plan.bytes_estimated))}
        {ways !== '' && ` · ${ways}`}
        {` · ${words.query.columns(columns.length)}`}
      </span>
    </span>
  );
}
