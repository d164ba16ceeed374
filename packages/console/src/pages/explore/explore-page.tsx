import '../../style/pages.css';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Price } from '../../api/account.ts';
import { SignInForm } from '../../parts/sign-in-form.tsx';
import { useLoaded } from '../../parts/use-loaded.tsx';
import { note, place } from '../../state/router.ts';
import { session } from '../../state/session.ts';
import { dollarsText, unitsOf } from '../../text/format.ts';
import { pageWords } from '../../text/page-words.ts';
import { words } from '../../text/words.ts';
import { EndpointAnswer } from './endpoint-answer.tsx';
import { type Field, type Operation, readOperations } from './read-operations.ts';

/** Every data endpoint as a form: the address has what was filled in. */
export function ExplorePage(): JSX.Element {
  const { value: operations, notice } = useLoaded(readOperations);
  return (
    <div class="page">
      <h1>{pageWords.explore.title}</h1>
      <p class="lead">{pageWords.explore.about}</p>
      {notice}
      {operations !== undefined && <Explorer operations={operations} />}
    </div>
  );
}

function Explorer({ operations }: { operations: readonly Operation[] }): JSX.Element {
  const { facts } = place.value;
  const [id, setId] = useState(facts.get('endpoint') ?? operations[0]?.id ?? '');
  useEffect(() => {
    const asked = facts.get('endpoint');
    if (asked !== null) setId(asked);
  }, [facts]);
  const operation = operations.find((each) => each.id === id) ?? operations[0];
  if (operation === undefined) return <p class="empty">{pageWords.explore.noCost}</p>;
  return (
    <div class="explore">
      <nav class="card endpoints" aria-label={pageWords.explore.endpoint}>
        {[...Map.groupBy(operations, ({ platform }) => platform)].map(([platform, inside]) => (
          <div key={platform}>
            <h2>{platform}</h2>
            <ul>
              {inside.map((each) => (
                <li key={each.id}>
                  <button
                    type="button"
                    aria-current={each.id === operation.id ? 'true' : undefined}
                    onClick={() => {
                      setId(each.id);
                      note('explore', { endpoint: each.id }, true);
                    }}
                  >
                    {each.path.split('/').pop()}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <EndpointForm key={operation.id} operation={operation} />
    </div>
  );
}

function EndpointForm({ operation }: { operation: Operation }): JSX.Element {
  const { facts } = place.value;
  const isSame = facts.get('endpoint') === operation.id;
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      operation.fields.map(({ name, isRequired, example }) => [
        name,
        (isSame ? facts.get(`q.${name}`) : null) ?? (isRequired ? example : ''),
      ]),
    ),
  );
  const [asked, setAsked] = useState<{ address: string; round: number } | undefined>();
  const send = (changed: Record<string, string> = values) => {
    const filled = Object.entries(changed).filter(([, value]) => value !== '');
    note(
      'explore',
      { endpoint: operation.id, ...Object.fromEntries(filled.map(([name, value]) => [`q.${name}`, value])) },
      true,
    );
    const query = new URLSearchParams(filled).toString();
    setAsked((before) => ({
      address: `${operation.path}${query === '' ? '' : `?${query}`}`,
      round: (before?.round ?? 0) + 1,
    }));
  };
  const { price } = operation;
  const addons = Object.entries(price?.addons ?? {}).map(([name, more]) => `${name} +${dollarsText(more)}`);
  return (
    <div class="endpoint">
      <form
        class="card form"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <h2>{operation.summary}</h2>
        <p>
          <code>GET {operation.path}</code>
        </p>
        {operation.fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onInput={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        <p class="note">
          {price !== undefined && pageWords.explore.price(dollarsText(price.price), price.per)}
          {addons.length > 0 && ` · ${addons.join(', ')}`}
          {price !== undefined && <b class="sum"> {sumText(operation, price, values)}</b>}
        </p>
        {session.value === 'open' && (
          <button type="submit" class="primary">
            {pageWords.explore.send}
          </button>
        )}
      </form>
      {session.value !== 'open' && <SignInForm title={words.signIn.needed} />}
      {asked !== undefined && (
        <EndpointAnswer
          key={asked.round}
          address={asked.address}
          platform={operation.platform}
          onCursor={(cursor) => {
            const next = { ...values, cursor };
            setValues(next);
            send(next);
          }}
        />
      )}
    </div>
  );
}

/** What a request costs at most: as many records as it asks for, each with the add-ons that were chosen. */
function sumText(
  { fields }: Operation,
  { price, per, addons }: Price,
  values: Record<string, string>,
): string {
  const asked = fields.find(({ name }) => name === 'count' || name === 'limit');
  const records = Number(values[asked?.name ?? ''] || asked?.preset || 1);
  const chosen = (values.addons ?? '').split(',').map((name) => addons[name.trim()] ?? '$0');
  const units = [price, ...chosen].reduce((sum, each) => sum + unitsOf(each), 0);
  return pageWords.explore.atMost(dollarsText(`$${((units * records) / 10_000).toFixed(4)}`), records, per);
}

function FieldInput({
  field: { name, about, isRequired, kind, choices, example, preset, min, max },
  value,
  onInput,
}: {
  field: Field;
  value: string;
  onInput: (value: string) => void;
}): JSX.Element {
  const options = kind === 'flag' ? ['true', 'false'] : choices;
  const id = `field-${name}`;
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code> {isRequired && <small>{pageWords.explore.required}</small>}
      </label>
      {kind === 'choice' || kind === 'flag' ? (
        <select
          id={id}
          value={value}
          required={isRequired}
          onChange={(event) => onInput(event.currentTarget.value)}
        >
          <option value="">{preset}</option>
          {options.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          value={value}
          required={isRequired}
          {...(kind === 'number' ? { type: 'number' as const, min, max } : { type: 'text' as const })}
          placeholder={preset === '' ? example : preset}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
      <small>{about.replaceAll('`', '')}</small>
    </div>
  );
}
