import '../style/pages.css';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { balance, dailyUsage, type UsagePage as Page, usagePage } from '../api/account.ts';
import { receiptOf } from '../api/sql.ts';
import type { Receipt, UsageDay, UsageRecord } from '../api/types.ts';
import { FactList } from '../parts/fact-list.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Icon } from '../parts/icons.tsx';
import { NeedsAccount } from '../parts/needs-account.tsx';
import { useLoaded } from '../parts/use-loaded.tsx';
import { type Failure, failureOf } from '../state/query-run.ts';
import { count, dayText, dollarsText, durationText, many, unitsOf } from '../text/format.ts';
import { pageWords } from '../text/page-words.ts';
import { words } from '../text/words.ts';

export function UsagePage(): JSX.Element {
  return (
    <div class="page">
      <h1>{pageWords.usage.title}</h1>
      <p class="lead">{pageWords.usage.about}</p>
      <NeedsAccount>
        <Usage />
      </NeedsAccount>
    </div>
  );
}

function Usage(): JSX.Element {
  const { value, notice } = useLoaded(async () => {
    const [money, days] = await Promise.all([balance(), dailyUsage()]);
    return { money, days };
  });
  if (value === undefined) return notice ?? <></>;
  const { money, days } = value;
  const facts = [
    [pageWords.usage.balance, dollarsText(money.balance)],
    [pageWords.usage.reserved, dollarsText(money.reserved)],
    [pageWords.usage.period, dollarsText(money.current_period_cost)],
    [
      pageWords.usage.limit,
      money.spend_limit === null ? pageWords.usage.noLimit : dollarsText(money.spend_limit),
    ],
  ] as const;
  return (
    <>
      <FactList facts={facts} />
      <section class="card" aria-labelledby="days">
        <h2 id="days">{pageWords.usage.days}</h2>
        <Days days={days.days} />
      </section>
      <Log />
    </>
  );
}

function Days({ days }: { days: readonly UsageDay[] }): JSX.Element {
  const most = Math.max(...days.map(({ cost }) => unitsOf(cost)), 1);
  return (
    <ol class="days">
      {days.map(({ date, cost, requests }) => {
        const about = `${dayText(date)}: ${dollarsText(cost)}, ${many(requests, 'request')}`;
        const height = unitsOf(cost) === 0 ? 1 : Math.max(3, (100 * unitsOf(cost)) / most);
        return (
          <li key={date} title={about}>
            <span class="bar" style={{ height: `${height}%` }} />
            <span class="unseen">{about}</span>
          </li>
        );
      })}
    </ol>
  );
}

function Log(): JSX.Element {
  const [pages, setPages] = useState<Page[]>([]);
  const [failure, setFailure] = useState<Failure | undefined>();
  const [filter, setFilter] = useState('');
  const [receipt, setReceipt] = useState<Receipt | undefined>();
  const load = (cursor?: string | null) =>
    usagePage({ limit: '100', ...(cursor && { cursor }) }).then(
      (page) => {
        setPages((before) => (cursor ? [...before, page] : [page]));
        setFailure(undefined);
      },
      (error: unknown) => setFailure(failureOf(error)),
    );
  useEffect(() => void load(), []);
  const wanted = filter.trim().toLowerCase();
  const records = pages.flatMap((page) => page.records).filter((record) => textOf(record).includes(wanted));
  const last = pages.at(-1);
  return (
    <section class="card" aria-labelledby="log">
      <header class="card-head">
        <h2 id="log">{pageWords.usage.log}</h2>
        <label class="field inline">
          {pageWords.usage.filter}
          <input
            type="search"
            placeholder={pageWords.usage.filterAbout}
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </label>
      </header>
      {failure !== undefined && (
        <FailureNotice failure={{ ...failure, canRetry: true }} onRetry={() => void load()} />
      )}
      {receipt !== undefined && <ReceiptCard receipt={receipt} onClose={() => setReceipt(undefined)} />}
      <div class="scroll" tabIndex={0} role="region" aria-label={pageWords.usage.logTable}>
        <LogTable records={records} onReceipt={(id) => void receiptOf(id).then(setReceipt)} />
      </div>
      {records.length === 0 && <p class="empty">{pageWords.usage.none}</p>}
      {last?.has_more && (
        <button type="button" onClick={() => void load(last.cursor)}>
          {pageWords.usage.more}
        </button>
      )}
    </section>
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
      <thead>
        <tr>
          {[time, endpoint, key, status].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {[rows, cost, duration].map((name) => (
            <th key={name} scope="col" class="number">
              {name}
            </th>
          ))}
          <th scope="col">{receipt}</th>
        </tr>
      </thead>
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

const textOf = ({ endpoint, key_name, status, error_code }: UsageRecord) =>
  `${endpoint} ${key_name} ${status} ${error_code ?? ''}`.toLowerCase();
