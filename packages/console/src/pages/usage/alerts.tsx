import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import {
  addWebhook,
  currentUser,
  deleteWebhook,
  listNotifications,
  listWebhooks,
  setAlert,
} from '../../api/account.ts';
import { announce } from '../../parts/announce.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { useLoaded } from '../../parts/use-loaded.tsx';
import { instantText } from '../../text/format.ts';
import { pageWords } from '../../text/page-words.ts';
import { visibleText } from '../../text/visible.ts';
import { words } from '../../text/words.ts';

/** When the account is told of its costs, what it was told, and which addresses are told too. */
export function Alerts(): JSX.Element {
  const { value, notice, reload } = useLoaded(async () => {
    const [user, notifications, webhooks] = await Promise.all([
      currentUser(),
      listNotifications(),
      listWebhooks(),
    ]);
    return { user, notifications, webhooks };
  });
  const [problem, setProblem] = useState('');
  const [secret, setSecret] = useState('');
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setProblem('');
      announce(words.query.saved);
    } catch (error) {
      setProblem((error as Error).message);
    }
    reload();
  };
  if (value === undefined) return notice ?? <></>;
  const { user, notifications, webhooks } = value;
  const saveThreshold = (text: string) => act(() => setAlert(text === '' ? null : Number(text)));
  const add = (url: string) => act(async () => setSecret((await addWebhook(url)).secret));
  return (
    <section class="card" aria-labelledby="alerts">
      <h2 id="alerts">{pageWords.alerts.title}</h2>
      {problem !== '' && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <OneField
        label={pageWords.alerts.threshold}
        value={String(user.settings.alertThreshold ?? '')}
        submit={words.query.save}
        pattern="[0-9]+([.][0-9]{1,4})?"
        onSubmit={(text) => void saveThreshold(text)}
      />
      <h3>{pageWords.alerts.notifications}</h3>
      {notifications.length === 0 && <p class="empty">{pageWords.alerts.noNotifications}</p>}
      <ul class="lines">
        {notifications.slice(0, 20).map(({ notification_id, message, created_at }) => (
          <li key={notification_id}>
            <small>{instantText(created_at)}</small> {visibleText(message)}
          </li>
        ))}
      </ul>
      <h3>{pageWords.alerts.webhooks}</h3>
      {webhooks.length === 0 && <p class="empty">{pageWords.alerts.noWebhooks}</p>}
      <ul class="lines">
        {webhooks.map(({ webhook_id, url }) => (
          <li key={webhook_id} class="row">
            <code>{visibleText(url)}</code>
            <button
              type="button"
              aria-label={`${pageWords.saved.remove} ${visibleText(url)}`}
              onClick={() => void act(() => deleteWebhook(webhook_id))}
            >
              {pageWords.saved.remove}
            </button>
          </li>
        ))}
      </ul>
      {secret !== '' && (
        <div role="status">
          <p>{pageWords.alerts.secret}</p>
          <CodeBlock text={secret} label={pageWords.alerts.secret} />
        </div>
      )}
      <OneField
        label={pageWords.alerts.url}
        value=""
        submit={pageWords.alerts.add}
        pattern="https://.+"
        isRequired
        onSubmit={(url) => void add(url)}
      />
    </section>
  );
}

function OneField({
  label,
  value,
  submit,
  pattern,
  isRequired = false,
  onSubmit,
}: {
  label: string;
  value: string;
  submit: string;
  pattern: string;
  isRequired?: boolean;
  onSubmit: (text: string) => void;
}): JSX.Element {
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(String(new FormData(event.currentTarget).get('text')).trim());
      }}
    >
      <label class="field">
        {label}
        <input name="text" defaultValue={value} pattern={pattern} required={isRequired} />
      </label>
      <button type="submit">{submit}</button>
    </form>
  );
}
