import '../style/pages.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { createKey, listKeys, type NewKey, revokeKey, rotateKey, usagePage } from '../api/account.ts';
import type { ApiKey } from '../api/types.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { NeedsAccount } from '../parts/needs-account.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { useLoaded } from '../parts/use-loaded.tsx';
import { type Failure, failureOf } from '../state/query-run.ts';
import { dollarsOf, dollarsText, instantText, unitsOf } from '../text/format.ts';
import { pageWords } from '../text/page-words.ts';

export function KeysPage(): JSX.Element {
  return (
    <div class="page">
      <h1>{pageWords.keys.title}</h1>
      <p class="lead">{pageWords.keys.about}</p>
      <NeedsAccount>
        <Keys />
      </NeedsAccount>
    </div>
  );
}

function Keys(): JSX.Element {
  const { value: keys, notice, reload } = useLoaded(listKeys);
  const [created, setCreated] = useState<ApiKey | undefined>();
  const [failure, setFailure] = useState<Failure | undefined>();
  const act = (work: Promise<ApiKey | unknown>) =>
    work.then(
      (key) => {
        setFailure(undefined);
        const shown = key as ApiKey | undefined;
        setCreated(shown?.key === undefined ? undefined : shown);
        reload();
      },
      (error: unknown) => setFailure(failureOf(error)),
    );
  return (
    <>
      {failure !== undefined && <FailureNotice failure={failure} />}
      {created?.key !== undefined && (
        <div class="card good" role="status">
          <p>
            <strong>{pageWords.keys.created}</strong>
          </p>
          <CodeBlock text={created.key} label={pageWords.keys.key} />
        </div>
      )}
      <CreateForm onCreate={(key) => void act(createKey(key))} />
      {notice}
      {keys !== undefined && (
        <section class="card scroll" tabIndex={0} aria-label={pageWords.keys.title}>
          {keys.length === 0 ? (
            <p class="empty">{pageWords.keys.none}</p>
          ) : (
            <table class="plain">
              <TableHead
                columns={[
                  pageWords.keys.name,
                  pageWords.keys.key,
                  pageWords.keys.platforms,
                  pageWords.keys.lastUsed,
                  pageWords.keys.status,
                  pageWords.keys.spent,
                  pageWords.keys.actions,
                ]}
              />
              <tbody>
                {keys.map((key) => (
                  <KeyLine key={key.key_id} of={key} onAct={(work) => void act(work())} />
                ))}
              </tbody>
            </table>
          )}
        </section>
      )}
    </>
  );
}

function KeyLine({ of, onAct }: { of: ApiKey; onAct: (work: () => Promise<unknown>) => void }): JSX.Element {
  const { key_id, name, masked_key, permissions, status, last_used_at, expires_at, spend_limit } = of;
  return (
    <tr class={status === 'active' ? '' : 'faded'}>
      <td>{name}</td>
      <td>
        <code class="whole">{masked_key}</code>
      </td>
      <td>{permissions.join(', ')}</td>
      <td>{last_used_at === null ? pageWords.keys.never : instantText(last_used_at)}</td>
      <td>
        {status}
        {expires_at !== null && ` · ${instantText(expires_at)}`}
      </td>
      <td>{spend_limit !== null && <SpendMeter keyId={key_id} limit={spend_limit} />}</td>
      <td>
        {status === 'active' && (
          <div class="row">
            <Twice
              label={pageWords.keys.rotate}
              asks={pageWords.keys.confirmRotate}
              onAct={() => onAct(() => rotateKey(key_id, rotateOverlapSeconds))}
            />
            <Twice
              label={pageWords.keys.revoke}
              asks={pageWords.keys.confirmRevoke}
              onAct={() => onAct(() => revokeKey(key_id))}
            />
          </div>
        )}
      </td>
    </tr>
  );
}

/** What a key has cost this month, of what it may. */
function SpendMeter({ keyId, limit }: { keyId: string; limit: string }): JSX.Element {
  const { value } = useLoaded(async () => ({ spent: await monthCostOf(keyId) }), [keyId]);
  const spent = value?.spent;
  if (spent === undefined) return <>{pageWords.keys.limitOf(dollarsText(limit))}</>;
  const about = pageWords.keys.spentOf(dollarsOf(spent), dollarsText(limit));
  const most = unitsOf(limit);
  return (
    <span class="spend">
      <meter min={0} max={most} high={most * 0.8} value={Math.min(spent, most)} aria-label={about} />
      {about}
    </span>
  );
}

/** What the requests of a key cost since the month began, in UTC: undefined where they are more than one page has. */
async function monthCostOf(keyId: string): Promise<number | undefined> {
  const start_date = `${new Date().toISOString().slice(0, 7)}-01`;
  const facts = { key_id: keyId, start_date, min_cost: '0.0001', limit: '1000' };
  const { records, has_more } = await usagePage(facts);
  return has_more ? undefined : records.reduce((sum, { cost }) => sum + unitsOf(cost), 0);
}

/** How long a key works beside the one that replaces it. */
const rotateOverlapSeconds = 3_600;

/** A button that asks once more. */
function Twice({ label, asks, onAct }: { label: string; asks: string; onAct: () => void }): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  return (
    <button
      type="button"
      class={isAsking ? 'warn' : ''}
      onBlur={() => setAsking(false)}
      onClick={() => {
        setAsking(!isAsking);
        if (isAsking) onAct();
      }}
    >
      {isAsking ? asks : label}
    </button>
  );
}

const platformNames = ['shortvideo', 'network', 'photo', 'micro'] as const;

function CreateForm({ onCreate }: { onCreate: (key: NewKey) => void }): JSX.Element {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const facts = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(facts.get(name) ?? '').trim();
    onCreate({
      name: text('name'),
      permissions: facts.getAll('platforms').map(String),
      ...(text('limit') !== '' && { spend_limit: text('limit') }),
      ...(text('expires') !== '' && { expires_at: `${text('expires')}T00:00:00Z` }),
    });
  };
  return (
    <details class="card">
      <summary>
        <b>{pageWords.keys.create}</b>
      </summary>
      <form class="form" onSubmit={submit}>
        <label class="field">
          {pageWords.keys.name}
          <input name="name" required maxLength={100} autocomplete="off" />
        </label>
        <fieldset>
          <legend>{pageWords.keys.platforms}</legend>
          {platformNames.map((name) => (
            <label key={name} class="check">
              <input type="checkbox" name="platforms" value={name} defaultChecked />
              {name}
            </label>
          ))}
        </fieldset>
        <label class="field">
          {pageWords.keys.limit}
          <input name="limit" inputMode="decimal" pattern="[0-9]+([.][0-9]{1,4})?" autocomplete="off" />
        </label>
        <label class="field">
          {pageWords.keys.expires}
          <input name="expires" type="date" />
        </label>
        <button type="submit" class="primary">
          {pageWords.keys.submit}
        </button>
      </form>
    </details>
  );
}
