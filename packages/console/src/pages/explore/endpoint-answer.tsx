import type { JSX } from 'preact';
import { askWhole } from '../../api/call.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { useLoaded } from '../../parts/use-loaded.tsx';
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
  meta?: { sql?: string };
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
  const sql = meta?.sql ?? (value as { meta?: { sql?: string } }).meta?.sql;
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
      {sql !== undefined && (
        <>
          <h3>{pageWords.explore.sql}</h3>
          <CodeBlock text={sql} label="SQL" />
          <a class="button" href={addressOf('query', { sql, platform })}>
            {pageWords.explore.openSql}
          </a>
        </>
      )}
      <CodeBlock text={visibleLines(text.slice(0, shownMax))} whole={text} label="JSON" />
      {text.length > shownMax && (
        <p class="note">{`${count(text.length)} characters; the first ${count(shownMax)} are shown`}</p>
      )}
    </section>
  );
}

const visibleLines = (text: string) => text.split('\n').map(visibleText).join('\n');
