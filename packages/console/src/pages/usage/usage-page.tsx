import '../../style/pages.css';
import type { JSX } from 'preact';
import { balance, dailyUsage } from '../../api/account.ts';
import type { UsageDay } from '../../api/types.ts';
import { FactList } from '../../parts/fact-list.tsx';
import { NeedsAccount } from '../../parts/needs-account.tsx';
import { useLoaded } from '../../parts/use-loaded.tsx';
import { dayText, dollarsOf, dollarsText, many, unitsOf } from '../../text/format.ts';
import { pageWords } from '../../text/page-words.ts';
import { Alerts } from './alerts.tsx';
import { RequestLog } from './request-log.tsx';

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
      <RequestLog />
      <Alerts />
    </>
  );
}

function Days({ days }: { days: readonly UsageDay[] }): JSX.Element {
  const most = Math.max(...days.map(({ cost }) => unitsOf(cost)), 1);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <>
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
      {first !== undefined && last !== undefined && (
        <p class="note days-scale" aria-hidden="true">
          <span>{dayText(first.date)}</span>
          <span>{pageWords.usage.mostADay(dollarsOf(most))}</span>
          <span>{dayText(last.date)}</span>
        </p>
      )}
    </>
  );
}
