import type { JSX } from 'preact';
import { askWhole } from '../../api/call.ts';
import type { ParameterValue } from '../../api/sql.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { useLoaded } from '../../parts/use-loaded.tsx';
import { writeParameter } from '../../sql/read-parameter.ts';
import { onLines } from '../../sql/read-sql.ts';
import { addressOf } from '../../state/router.ts';
import { refreshUser } from '../../state/session.ts';
import { count, dollarsText, unitsOf } from '../../text/format.ts';
import { pageWords } from '../../text/page-words.ts';
import { visibleText } from '../../text/visible.ts';

/** Characters of a response that are shown; Copy takes the whole. */
const shownMax = 100_000;

interface Answer {
  cursor?: string | null;
  has_more?: boolean;
  meta?: { sql: EqualSql | null };
}

/** The query whose rows are the records of an answer. */
interface EqualSql {
  query: string;
  parameters: Record<string, ParameterValue>;
  snapshot_id: string | null;
}

/** What an endpoint answered, what it cost, and the SQL that it equals. */
export function EndpointAnswer({
  address,
  platform,
  onCursor,
}: {
  address: string;
  platform: string;
  onCursor: (cursor: string) => void;
}): JSX.Element {
  const { value, notice } = useLoaded(async () => {
    const answer = await askWhole<Answer>(address, 'data');
    void refreshUser();
    return answer;
  });
  if (value === undefined) return notice ?? <></>;
  const text = JSON.stringify(value, null, 2);
  const { cursor, has_more, meta } = value.data;
  return (
    <section class="card" aria-label={pageWords.explore.answer}>
      <header class="card-head">
        <h2>{pageWords.explore.answer}</h2>
        <span role="status">
          {unitsOf(value.cost) === 0
            ? pageWords.explore.noCost
            : pageWords.explore.cost(dollarsText(value.cost))}
        </span>
        {has_more === true && cursor && (
          <button type="button" onClick={() => onCursor(cursor)}>
            {pageWords.explore.next}
          </button>
        )}
      </header>
      {meta?.sql ? (
        <SqlOf sql={meta.sql} platform={platform} />
      ) : (
        <p class="note">{pageWords.explore.noSql}</p>
      )}
      <CodeBlock text={visibleLines(text.slice(0, shownMax))} whole={text} label="JSON" />
      {text.length > shownMax && (
        <p class="note">{`${count(text.length)} characters; the first ${count(shownMax)} are shown`}</p>
      )}
    </section>
  );
}

/** The query, which opens in the editor over the same snapshot. */
function SqlOf({
  sql: { query, parameters, snapshot_id: snapshot },
  platform,
}: {
  sql: EqualSql;
  platform: string;
}): JSX.Element {
  const sql = onLines(query);
  const given = Object.entries(parameters).map(([name, value]) => [name, writeParameter(value)] as const);
  const typed = Object.fromEntries(given.map(([name, text]) => [`p.${name}`, text]));
  return (
    <section class="equal-sql" aria-labelledby="equal-sql">
      <h3 id="equal-sql">{pageWords.explore.sql}</h3>
      <CodeBlock text={visibleLines(sql)} whole={sql} label="SQL" />
      <p class="row">
        <a class="button" href={addressOf('query', { sql, platform, snapshot: snapshot ?? '', ...typed })}>
          {pageWords.explore.openSql}
        </a>
        {given.map(([name, text]) => (
          <code key={name}>{visibleText(`$${name} = ${text}`)}</code>
        ))}
      </p>
    </section>
  );
}

const visibleLines = (text: string) => text.split('\n').map(visibleText).join('\n');
