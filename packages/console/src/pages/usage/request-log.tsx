import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { listKeys, type UsagePage as Page, usagePage } from '../../api/account.ts';
import { receiptOf } from '../../api/sql.ts';
import type { Receipt, UsageRecord } from '../../api/types.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Icon } from '../../parts/icons.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import { useLoaded } from '../../parts/use-loaded.tsx';
import { type Failure, failureOf } from '../../state/query-run.ts';
import { note, place } from '../../state/router.ts';
import { count, dollarsText, durationText } from '../../text/format.ts';
import { pageWords } from '../../text/page-words.ts';
import { words } from '../../text/words.ts';

const filterNames = ['key_id', 'endpoint', 'status', 'min_cost'] as const;
type Filters = Partial<Record<(typeof filterNames)[number], string>>;

/** The requests of the account, those that the filters of the address let through, newest first. */
export function RequestLog(): JSX.Element {
  const { facts } = place.value;
  const [filters, setFilters] = useState<Filters>(() => filtersOf(facts));
  const [pages, setPages] = useState<Page[]>([]);
  const [failure, setFailure] = useState<Failure | undefined>();
  const [receipt, setReceipt] = useState<Receipt | undefined>();
  const load = (cursor?: string | null) =>
    usagePage({ limit: '100', ...filters, ...(cursor && { cursor }) }).then(
      (page) => {
        setPages((before) => (cursor ? [...before, page] : [page]));
        setFailure(undefined);
      },
      (error: unknown) => setFailure(failureOf(error)),
    );
  useEffect(() => setFilters(filtersOf(facts)), [facts]);
  useEffect(() => void load(), [JSON.stringify(filters)]);
  useEffect(() => {
    const id = facts.get('receipt');
    if (id !== null) void receiptOf(id).then(setReceipt);
  }, [facts]);
  const show = (id: string) => {
    note('usage', { ...filters, receipt: id }, true);
    void receiptOf(id).then(setReceipt);
  };
  const records = pages.flatMap((page) => page.records);
  const last = pages.at(-1);
  return (
    <section class="card" aria-labelledby="log">
      <h2 id="log">{pageWords.usage.log}</h2>
      <FilterForm
        filters={filters}
        onFilter={(chosen) => {
          note('usage', chosen, true);
          setFilters(chosen);
        }}
      />
      {failure !== undefined && (
        <FailureNotice failure={{ ...failure, canRetry: true }} onRetry={() => void load()} />
      )}
      {receipt !== undefined && <ReceiptCard receipt={receipt} onClose={() => setReceipt(undefined)} />}
      <div class="scroll" tabIndex={0} role="region" aria-label={pageWords.usage.logTable}>
        <LogTable records={records} onReceipt={show} />
      </div>
      {last !== undefined && records.length === 0 && (
        <p class="empty">
          {Object.keys(filters).length === 0 ? pageWords.usage.none : pageWords.usage.noneFound}
        </p>
      )}
      {last?.has_more && (
        <button type="button" onClick={() => void load(last.cursor)}>
          {pageWords.usage.more}
        </button>
      )}
    </section>
  );
}

function filtersOf(facts: URLSearchParams): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = facts.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
}

function FilterForm({
  filters,
  onFilter,
}: {
  filters: Filters;
  onFilter: (filters: Filters) => void;
}): JSX.Element {
  const { value: keys = [] } = useLoaded(listKeys);
  const { key, endpoint, status, minCost, filter, all, succeeded, failed } = pageWords.usage;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const facts = new FormData(event.currentTarget as HTMLFormElement);
    onFilter(filtersOf(new URLSearchParams([...facts].map(([name, value]) => [name, String(value).trim()]))));
  };
  return (
    <form class="filters" onSubmit={submit}>
      <label class="field">
        {key}
        <select name="key_id" value={filters.key_id ?? ''}>
          <option value="">{all}</option>
          {keys.map(({ key_id, name }) => (
            <option key={key_id} value={key_id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {endpoint}
        <input name="endpoint" value={filters.endpoint ?? ''} placeholder="shortvideo/sql" />
      </label>
      <label class="field">
        {status}
        <select name="status" value={filters.status ?? ''}>
          <option value="">{all}</option>
          <option value="succeeded">{succeeded}</option>
          <option value="failed">{failed}</option>
        </select>
      </label>
      <label class="field">
        {minCost}
        <input
          name="min_cost"
          inputMode="decimal"
          pattern="[0-9]+([.][0-9]{1,4})?"
          value={filters.min_cost ?? ''}
          placeholder="0.01"
        />
      </label>
      <button type="submit">{filter}</button>
    </form>
  );
}

function LogTable({
  records,
  onReceipt,
}: {
  records: readonly UsageRecord[];
  onReceipt: (id: string) => void;
}): JSX.Element {
  const { time, endpoint, key, status, records: rows, cost, duration, receipt } = pageWords.usage;
  return (
    <table class="plain">
      <TableHead
        columns={[time, endpoint, key, status, rows, cost, duration, receipt]}
        numbers={[rows, cost, duration]}
      />
      <tbody>
        {records.map((record) => (
          <tr key={record.request_id}>
            <td class="time">{record.timestamp.slice(0, 19).replace('T', ' ')}</td>
            <td>
              <code>
                {record.method} {record.endpoint}
              </code>
            </td>
            <td>{record.key_name}</td>
            <td class={record.status >= 400 ? 'bad' : ''}>
              {record.status}
              {record.error_code !== null && ` ${record.error_code}`}
            </td>
            <td class="number">{count(record.records)}</td>
            <td class="number">{dollarsText(record.cost)}</td>
            <td class="number">{durationText(record.duration_ms)}</td>
            <td>
              <button
                type="button"
                class="quiet"
                aria-label={pageWords.usage.show(record.request_id)}
                onClick={() => onReceipt(record.request_id)}
              >
                {receipt}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ReceiptCard({ receipt, onClose }: { receipt: Receipt; onClose: () => void }): JSX.Element {
  return (
    <aside class="receipt" aria-label={pageWords.usage.receipt}>
      <header class="card-head">
        <h3>
          {pageWords.usage.receipt} <code>{receipt.request_id}</code>
        </h3>
        <button type="button" class="quiet square" aria-label={words.shell.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <table class="plain">
        <tbody>
          {receipt.line_items.map(({ item, quantity, unit_price, cost }) => (
            <tr key={item}>
              <td>{item}</td>
              <td class="number">
                {count(quantity)} × {unit_price}
              </td>
              <td class="number">{dollarsText(cost)}</td>
            </tr>
          ))}
          <tr>
            <td>
              <b>{pageWords.usage.cost}</b>
            </td>
            <td class="number">{pageWords.home.pricesOf(receipt.price_version)}</td>
            <td class="number">
              <b>{dollarsText(receipt.cost)}</b>
            </td>
          </tr>
        </tbody>
      </table>
      {receipt.snapshot_id !== null && (
        <p class="note">
          {pageWords.home.snapshot} <code>{receipt.snapshot_id}</code>
        </p>
      )}
    </aside>
  );
}
