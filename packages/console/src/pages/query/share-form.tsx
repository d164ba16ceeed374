import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { createShare } from '../../api/saved.ts';
import { check } from '../../api/sql.ts';
import { announce } from '../../parts/announce.tsx';
import { copyText } from '../../parts/copy-text.ts';
import { Icon } from '../../parts/icons.tsx';
import { saveQuery } from '../../state/history.ts';
import { questionOf, runOf } from '../../state/query-run.ts';
import { type QueryTab, titleOf } from '../../state/query-tabs.ts';
import { user } from '../../state/session.ts';
import { dollarsText, unitsOf } from '../../text/format.ts';
import { words } from '../../text/words.ts';

const dayMs = 86_400_000;
const endsInDays = [7, 30] as const;
/** Where the queries of shared addresses are saved, unless they are saved already. */
const folder = 'shared';

/** What making the address costs at most, over the snapshot whose rows it shows. */
interface Offer {
  costMax: string;
  snapshotId: string;
}

/** Asks the service: rows of a run that was paid are free. @throws what {@link check} throws, Error for an invalid query. */
async function priceOf(tab: QueryTab): Promise<Offer> {
  const question = questionOf(tab);
  const run = runOf(tab.id);
  const isAnswered = run.asked.peek()?.sql === question.sql;
  const snapshotId = (isAnswered ? run.receipt.peek()?.snapshot_id : undefined) ?? question.snapshotId ?? '';
  const found = await check({ ...question, snapshotId }, new AbortController().signal);
  if (!found.valid) throw new Error(found.message);
  return { costMax: found.costMax, snapshotId: found.snapshotId };
}

const offerText = ({ costMax }: Offer) =>
  unitsOf(costMax) === 0 ? words.query.shareFree : words.query.shareCosts(dollarsText(costMax));

/** Makes an address of the query and its rows, which everybody can read. */
export function ShareForm({ tab }: { tab: QueryTab }): JSX.Element {
  const [problem, setProblem] = useState('');
  const [url, setUrl] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [offer, setOffer] = useState<Offer | undefined>();
  const price = async (event: Event) => {
    if (!(event.currentTarget as HTMLDetailsElement).open || user.peek() === undefined) return;
    setUrl('');
    setProblem('');
    setOffer(undefined);
    try {
      setOffer(await priceOf(tab));
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const make = async (event: SubmitEvent) => {
    event.preventDefault();
    if (offer === undefined) return;
    const facts = new FormData(event.currentTarget as HTMLFormElement);
    const title = String(facts.get('title')).trim();
    const days = Number(facts.get('days'));
    setBusy(true);
    setProblem('');
    try {
      const { id } = await saveQuery(questionOf(tab), {
        name: title,
        folder,
        view: tab.view,
        chart: tab.chart,
      });
      const share = await createShare(id, {
        title,
        max_cost: offer.costMax,
        snapshot_id: offer.snapshotId,
        ...(days > 0 && { expires_at: new Date(Date.now() + days * dayMs).toISOString() }),
        embed_hosts: String(facts.get('hosts'))
          .split(/[\s,]+/)
          .filter((host) => host !== ''),
      });
      const chart = tab.chart === '' ? '' : `#${new URLSearchParams({ chart: tab.chart })}`;
      setUrl(new URL(new URL(share.page_url).pathname + chart, location.href).href);
      announce(words.query.shareMade);
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <details class="menu share" name="actions" onToggle={(event) => void price(event)}>
      <summary>
        <Icon name="link" />
        {words.query.share}
      </summary>
      {user.value === undefined ? (
        <p class="menu-body note">{words.query.shareNeedsAccount}</p>
      ) : url === '' ? (
        <form class="menu-body" onSubmit={(event) => void make(event)}>
          <label class="field">
            {words.query.shareTitle}
            <input name="title" required maxLength={200} value={titleOf(tab)} />
          </label>
          <label class="field">
            {words.query.shareEnds}
            <select name="days">
              <option value="0">{words.query.shareNever}</option>
              {endsInDays.map((days) => (
                <option key={days} value={days}>
                  {words.query.shareDays(days)}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            {words.query.shareHosts}
            <input name="hosts" placeholder="https://example.org" />
          </label>
          {problem !== '' && (
            <p class="bad" role="alert">
              {problem}
            </p>
          )}
          <button type="submit" class="primary" disabled={isBusy || offer === undefined}>
            {words.query.shareMake}
          </button>
          <p class="note">
            {offer !== undefined && `${offerText(offer)}. `}
            {words.query.shareAbout}
          </p>
        </form>
      ) : (
        <div class="menu-body">
          <label class="field">
            {words.query.shareMade}
            <input class="share-url" readOnly value={url} />
          </label>
          <p class="row">
            <button type="button" class="primary" onClick={() => void copyText(url)}>
              {words.shell.copy}
            </button>
            <a class="button" href={url} target="_blank" rel="noreferrer">
              {words.query.shareOpen}
            </a>
          </p>
        </div>
      )}
    </details>
  );
}
