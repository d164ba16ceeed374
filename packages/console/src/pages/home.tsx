import '../style/home.css';
import type { JSX } from 'preact';
import { platforms, prices } from '../api/account.ts';
import { newestTime, schemaOf } from '../api/sql.ts';
import { TableHead } from '../parts/table-head.tsx';
import { useLoaded } from '../parts/use-loaded.tsx';
import { addressOf } from '../state/router.ts';
import { count, dollarsText, instantText, rowsCost } from '../text/format.ts';
import { pageWords } from '../text/page-words.ts';
import { words } from '../text/words.ts';

const example = `SELECT region, count(*) AS videos, sum(play_count) AS plays
FROM videos
WHERE region IS NOT NULL
GROUP BY region
ORDER BY plays DESC
LIMIT 12`;

/** What this is, what is in the index, one query, prices, documents. */
export function Home(): JSX.Element {
  const { value, notice } = useLoaded(async () => {
    const [found, priced] = await Promise.all([platforms(), prices()]);
    const shown = found.filter(({ sql }) => sql === 'available');
    const until = await Promise.all(
      shown.map(async ({ platform }) => [platform, newestTime(await schemaOf(platform))] as const),
    );
    return { platforms: found, prices: priced, until: Object.fromEntries(until) };
  });
  const sqlPrice = value?.prices.endpoints.find(({ endpoint }) => endpoint === '/api/shortvideo/sql');
  return (
    <div class="page home">
      <section class="hero">
        <h1>{pageWords.home.title}</h1>
        <p class="lead">{pageWords.home.lead}</p>
        <div class="row">
          <a class="button primary" href={addressOf('query')}>
            {pageWords.home.open}
          </a>
          <a class="button" href={addressOf('examples')}>
            {words.nav.examples}
          </a>
          <a class="button" href="/docs">
            {pageWords.home.links[0][1]}
          </a>
        </div>
      </section>
      <section class="card try" aria-labelledby="try-it">
        <h2 id="try-it">{pageWords.home.tryIt}</h2>
        <pre tabIndex={0} role="region" aria-label="SQL">
          <code>{example}</code>
        </pre>
        <div class="row middle">
          <a
            class="button primary"
            data-run
            href={addressOf('query', { sql: example, limit: '12', view: 'chart', chart: 'bar~region~plays' })}
          >
            {pageWords.home.run}
          </a>
          {sqlPrice !== undefined && (
            <span class="note">{pageWords.examples.price(rowsCost(sqlPrice.price, 12))}</span>
          )}
        </div>
      </section>
      {notice}
      {value !== undefined && (
        <div class="columns">
          <section class="card" aria-labelledby="in-index">
            <h2 id="in-index">{pageWords.home.inIndex}</h2>
            {value.platforms.map(({ platform, name, sql, tables }) => (
              <details key={platform} open={sql === 'available'} class="platform">
                <summary>
                  <b>{name}</b>
                  <small>
                    {sql === 'available' ? pageWords.index.sqlReady : pageWords.index.sqlLater}
                    {value.until[platform] &&
                      ` · ${pageWords.index.until(instantText(value.until[platform]))}`}
                  </small>
                </summary>
                <table class="plain">
                  <TableHead
                    columns={[pageWords.home.table, pageWords.home.rows]}
                    numbers={[pageWords.home.rows]}
                  />
                  <tbody>
                    {Object.entries(tables).map(([table, rows]) => (
                      <tr key={table}>
                        <td>
                          <code>{table}</code>
                        </td>
                        <td class="number">{count(rows)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </details>
            ))}
            <p class="note">
              {pageWords.home.snapshot} <code>{value.platforms[0]?.snapshot_id.slice(0, 12)}</code>
            </p>
          </section>
          <section class="card" aria-labelledby="prices">
            <h2 id="prices">{pageWords.home.prices}</h2>
            <table class="plain">
              <tbody>
                {value.prices.endpoints
                  .filter(
                    ({ endpoint }) => endpoint.startsWith('/api/shortvideo/') || endpoint.endsWith('/sql'),
                  )
                  .map(({ endpoint, per, price }) => (
                    <tr key={endpoint}>
                      <td>
                        <code>{endpoint.replace('/api/', '')}</code>
                      </td>
                      <td class="number">
                        {dollarsText(price)} / {per}
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
            <p class="note">
              {pageWords.home.pricesOf(value.prices.version)} ·{' '}
              <a href={addressOf('index')}>{pageWords.home.more}</a>
            </p>
            <h2>{pageWords.home.documents}</h2>
            <ul class="links">
              {pageWords.home.links.map(([address, text]) => (
                <li key={address}>
                  <a href={address}>{text}</a>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </div>
  );
}
