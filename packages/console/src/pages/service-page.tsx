import '../style/pages.css';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { platforms } from '../api/account.ts';
import {
  type AdminAccount,
  accountsOfService,
  cancelQuery,
  type RunningQuery,
  runningQueries,
  type ServiceStatus,
  type SlowQuery,
  serviceStatus,
  slowQueries,
} from '../api/admin.ts';
import type { Platform } from '../api/types.ts';
import { announce } from '../parts/announce.tsx';
import { type Fact, FactList } from '../parts/fact-list.tsx';
import { SignInForm } from '../parts/sign-in-form.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { useLoaded } from '../parts/use-loaded.tsx';
import { isOperator } from '../state/session.ts';
import { bytesText, count, dollarsText, durationText, instantText } from '../text/format.ts';
import { pageWords } from '../text/page-words.ts';
import { visibleText } from '../text/visible.ts';
import { words } from '../text/words.ts';

const refreshMs = 3_000;

/** The service for its operator: queries, memory, disks, accounts. */
export function ServicePage(): JSX.Element {
  return (
    <div class="page">
      <h1>{pageWords.service.title}</h1>
      <p class="lead">{pageWords.service.about}</p>
      {isOperator.value ? <Service /> : <SignInForm title={pageWords.service.needsKey} />}
    </div>
  );
}

function Service(): JSX.Element {
  const { value, notice, reload } = useLoaded(async () => {
    const [status, running, slow, accounts, known] = await Promise.all([
      serviceStatus(),
      runningQueries(),
      slowQueries(),
      accountsOfService(),
      platforms(),
    ]);
    return { status, running, slow, accounts, known };
  });
  useEffect(() => {
    const timer = setInterval(reload, refreshMs);
    return () => clearInterval(timer);
  }, []);
  if (value === undefined) return notice ?? <></>;
  const cancel = (id: string) =>
    cancelQuery(id).then(reload, (error: unknown) => announce((error as Error).message));
  return (
    <>
      {notice}
      <Facts status={value.status} />
      <Part title={pageWords.service.running} isEmpty={value.running.length === 0}>
        <QueryTable queries={value.running} onCancel={(id) => void cancel(id)} />
      </Part>
      <Part title={pageWords.service.slow} isEmpty={value.slow.length === 0}>
        <QueryTable queries={value.slow} />
      </Part>
      <Part title={pageWords.service.upstreams} isEmpty={value.known.length === 0}>
        <Upstreams platforms={value.known} />
      </Part>
      <Part title={pageWords.service.accounts} isEmpty={value.accounts.length === 0}>
        <Accounts accounts={value.accounts} />
      </Part>
    </>
  );
}

function Facts({ status }: { status: ServiceStatus }): JSX.Element {
  const { ready, uptime_seconds, index, queries, memory, result_cache_bytes, disks } = status;
  const { query_processes: processes, retained_results } = status;
  const resident = (processes?.memory ?? []).reduce((sum, { resident_bytes }) => sum + resident_bytes, 0);
  const facts = [
    [pageWords.service.state, ready ? pageWords.service.ready : pageWords.service.notReady],
    [pageWords.service.uptime, durationText(uptime_seconds * 1_000)],
    [pageWords.service.queries, pageWords.service.runningOf(queries.running, queries.waiting)],
    [
      pageWords.service.processes,
      processes === null
        ? pageWords.service.inProcess
        : pageWords.service.processesOf(processes.living, processes.wanted, processes.replaced),
    ],
    [pageWords.service.memory, bytesText(memory.resident_bytes + resident)],
    [pageWords.service.results, count(retained_results)],
    [pageWords.service.cache, bytesText(result_cache_bytes)],
    [pageWords.home.snapshot, index.snapshot_id.slice(0, 8)],
    ...disks.map(
      ({ name, free_bytes }): Fact => [
        `${pageWords.service.disk} ${name}`,
        free_bytes === null ? '–' : bytesText(free_bytes),
      ],
    ),
  ] as const;
  return <FactList facts={facts} />;
}

function Part({
  title,
  isEmpty,
  children,
}: {
  title: string;
  isEmpty: boolean;
  children: ComponentChildren;
}) {
  return (
    <section class="card scroll" tabIndex={0} aria-label={title}>
      <h2>{title}</h2>
      {isEmpty ? <p class="empty">{pageWords.service.none}</p> : children}
    </section>
  );
}

function QueryTable({
  queries,
  onCancel,
}: {
  queries: readonly (RunningQuery | SlowQuery)[];
  onCancel?: (id: string) => void;
}): JSX.Element {
  return (
    <table class="plain">
      <TableHead
        columns={[
          pageWords.usage.time,
          pageWords.service.account,
          pageWords.keys.status,
          pageWords.usage.duration,
          'SQL',
          ...(onCancel === undefined ? [] : [pageWords.keys.actions]),
        ]}
        numbers={[pageWords.usage.duration]}
      />
      <tbody>
        {queries.map((query) => (
          <tr key={query.query_id}>
            <td class="time">{instantText(query.started_at)}</td>
            <td>
              <code>{query.account_id}</code>
            </td>
            <td>{'state' in query ? query.state : query.outcome}</td>
            <td class="number">
              {durationText(('state' in query ? query.elapsed_ms : query.total_ms) ?? 0)}
            </td>
            <td>
              <code>{visibleText((query.text ?? pageWords.service.textNotKept).slice(0, 300))}</code>
            </td>
            {onCancel !== undefined && (
              <td>
                <button
                  type="button"
                  aria-label={`${words.query.cancel} ${query.query_id}`}
                  onClick={() => onCancel(query.query_id)}
                >
                  {words.query.cancel}
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Which drivers answer the data endpoints of each platform. */
function Upstreams({ platforms: known }: { platforms: readonly Platform[] }): JSX.Element {
  return (
    <table class="plain">
      <TableHead columns={[pageWords.service.platform, pageWords.service.driver, pageWords.keys.status]} />
      <tbody>
        {known.flatMap(({ platform, drivers }) =>
          drivers.map(({ driver, name, status }) => (
            <tr key={`${platform} ${driver}`}>
              <td>{platform}</td>
              <td>{name}</td>
              <td>
                <span class={status === 'on' ? 'badge good' : 'badge'}>{status}</span>
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

function Accounts({ accounts }: { accounts: readonly AdminAccount[] }): JSX.Element {
  return (
    <>
      <table class="plain">
        <TableHead
          columns={[
            pageWords.service.account,
            pageWords.keys.name,
            pageWords.keys.status,
            pageWords.usage.balance,
            pageWords.usage.reserved,
          ]}
          numbers={[pageWords.usage.balance, pageWords.usage.reserved]}
        />
        <tbody>
          {accounts.map(({ id, name, state, balance, reserved }) => (
            <tr key={id}>
              <td>
                <code>{id}</code>
              </td>
              <td>{visibleText(name)}</td>
              <td>{state}</td>
              <td class="number">{dollarsText(balance)}</td>
              <td class="number">{dollarsText(reserved)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">{pageWords.service.first(accounts.length)}</p>
    </>
  );
}
