import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Result } from '../../data/result.ts';
import type { TextFormat } from '../../data/write-rows.ts';
import { announce } from '../../parts/announce.tsx';
import { copyText } from '../../parts/copy-text.ts';
import { Icon } from '../../parts/icons.tsx';
import { saveBlob } from '../../parts/save-blob.ts';
import { saveQuery } from '../../state/history.ts';
import { questionOf } from '../../state/query-run.ts';
import { addressFacts, type QueryTab, titleOf } from '../../state/query-tabs.ts';
import { addressOf } from '../../state/router.ts';
import { user } from '../../state/session.ts';
import { words } from '../../text/words.ts';
import { ShareForm } from './share-form.tsx';

const mediaTypes = {
  csv: 'text/csv',
  'csv-safe': 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
} as const;

/** Copy, save, download. Files come from the rows that are here, and cost nothing. */
export function ResultActions({ tab, result }: { tab: QueryTab; result: Result | undefined }): JSX.Element {
  const hasRows = result !== undefined && result.columns.length > 0 && result.state !== 'running';
  const copyLink = () => {
    const { tab: _own, ...facts } = addressFacts(tab);
    void copyText(new URL(addressOf('query', facts), location.href).href);
  };
  const copyRows = async (shown: Result) => {
    const { writeRows } = await import('../../data/write-rows.ts');
    const rows = Math.min(shown.rows, words.query.copyLimit);
    await copyText([...writeRows(shown, 'tsv', rows)].join(''), words.query.copyAbout(rows));
  };
  return (
    <div class="actions">
      <button type="button" class="quiet" onClick={copyLink}>
        <Icon name="link" />
        {words.query.copyLink}
      </button>
      <ShareForm tab={tab} />
      <SaveForm tab={tab} />
      {hasRows && (
        <details class="menu" name="actions">
          <summary>
            <Icon name="download" />
            {words.query.download}
          </summary>
          <div class="menu-body">
            {(Object.keys(words.query.downloads) as (TextFormat | 'arrow')[]).map((format) => (
              <button
                key={format}
                type="button"
                onClick={(event) => void download(event, result, format, titleOf(tab))}
              >
                {words.query.downloads[format as 'csv']}
              </button>
            ))}
            <button type="button" onClick={() => void copyRows(result)}>
              {words.query.copyRows}
            </button>
            <p class="note">{words.query.downloadAbout}</p>
          </div>
        </details>
      )}
    </div>
  );
}

async function download(
  event: Event,
  result: Result,
  format: TextFormat | 'arrow',
  title: string,
): Promise<void> {
  (event.currentTarget as HTMLElement).closest('details')?.removeAttribute('open');
  const { writeRows } = await import('../../data/write-rows.ts');
  if (format === 'arrow') saveBlob(result.arrowStream(), title, 'arrows');
  else if (format !== 'tsv')
    saveBlob(
      new Blob([...writeRows(result, format)], { type: mediaTypes[format] }),
      title,
      format === 'csv-safe' ? 'csv' : format,
    );
}

function SaveForm({ tab }: { tab: QueryTab }): JSX.Element {
  const [problem, setProblem] = useState('');
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const facts = new FormData(form);
    try {
      await saveQuery(questionOf(tab), {
        name: String(facts.get('name')).trim(),
        folder: String(facts.get('folder')).trim(),
        view: tab.view,
        chart: tab.chart,
      });
      setProblem('');
      announce(user.peek() === undefined ? words.query.savedHere : words.query.saved);
      form.closest('details')?.removeAttribute('open');
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <details class="menu" name="actions">
      <summary>
        <Icon name="save" />
        {words.query.save}
      </summary>
      <form class="menu-body" onSubmit={(event) => void save(event)}>
        <label class="field">
          {words.query.saveName}
          <input name="name" required maxLength={100} value={titleOf(tab)} />
        </label>
        <label class="field">
          {words.query.saveFolder}
          <input name="folder" maxLength={60} />
        </label>
        {problem !== '' && (
          <p class="bad" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="primary">
          {words.query.save}
        </button>
      </form>
    </details>
  );
}
