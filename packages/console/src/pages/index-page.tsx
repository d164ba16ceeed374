import '../style/pages.css';
import type { JSX } from 'preact';
import { platforms, prices } from '../api/account.ts';
import { newestTime, schemaOf } from '../api/sql.ts';
import type { Platform, Schema, SchemaTable } from '../api/types.ts';
import { TableHead } from '../parts/table-head.tsx';
import { useLoaded } from '../parts/use-loaded.tsx';
import { shortType } from '../sql/short-type.ts';
import { addressOf } from '../state/router.ts';
import { bytesText, count, dollarsText, instantText, many } from '../text/format.ts';
import { pageWords } from '../text/page-words.ts';

/** Platforms with their tables, columns, sources and prices. */
export function IndexPage(): JSX.Element {
  const { value, notice } = useLoaded(async () => {
    const [found, priced] = await Promise.all([platforms(), prices()]);
    const schemas = await Promise.all(found.map(({ platform }) => schemaOf(platform)));
    return { platforms: found, schemas, prices: priced };
  });
  return (
    <div class="page">
      <h1>{pageWords.index.title}</h1>
      <p class="lead">{pageWords.index.about}</p>
      {notice}
      {value?.platforms.map((platform, i) => (
        <PlatformCard key={platform.platform} platform={platform} schema={value.schemas[i]} />
      ))}
      {value !== undefined && (
        <section class="card" aria-labelledby="all-prices">
          <h2 id="all-prices">{pageWords.home.prices}</h2>
          <table class="plain">
            <tbody>
              {value.prices.endpoints.map(({ endpoint, per, price, addons }) => (
                <tr key={endpoint}>
                  <td>
                    <code>{endpoint}</code>
                  </td>
                  <td class="number">
                    {dollarsText(price)} / {per}
                  </td>
                  <td class="note">
                    {Object.entries(addons)
                      .map(([name, more]) => `${name} +${dollarsText(more)}`)
                      .join(', ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="note">{pageWords.home.pricesOf(value.prices.version)}</p>
        </section>
      )}
    </div>
  );
}

function PlatformCard({ platform, schema }: { platform: Platform; schema: Schema | undefined }): JSX.Element {
  const isReady = platform.sql === 'available';
  const tables = schema?.tables ?? [];
  const sum = (of: (table: SchemaTable) => number | null) =>
    tables.reduce((total, table) => total + (of(table) ?? 0), 0);
  const newest = schema && newestTime(schema);
  const on = platform.drivers.filter(({ status }) => status === 'on').map(({ name }) => name);
  return (
    <section class="card" aria-labelledby={`platform-${platform.platform}`}>
      <header class="card-head">
        <h2 id={`platform-${platform.platform}`}>{platform.name}</h2>
        <span class={isReady ? 'badge good' : 'badge'}>
          {isReady ? pageWords.index.sqlReady : pageWords.index.sqlLater}
        </span>
        <span class="note">
          {pageWords.index.total(
            sum(({ row_count }) => row_count),
            sum(({ files }) => files),
            bytesText(sum(({ bytes }) => bytes)),
          )}
          {newest !== undefined && ` · ${pageWords.index.until(instantText(newest))}`} ·{' '}
          {pageWords.home.snapshot} <code>{platform.snapshot_id.slice(0, 12)}</code> ·{' '}
          {pageWords.index.sources}: {on.join(', ')}
        </span>
      </header>
      {schema?.tables.map((table) => (
        <details key={table.name} class="table-facts">
          <summary>
            <b>
              <code>{table.name}</code>
            </b>
            <span>{table.description}</span>
            <small>
              {[
                many(table.row_count, 'row'),
                many(table.columns.length, 'column'),
                ...(table.files === null || table.files === 0
                  ? []
                  : [pageWords.index.stored(table.files, bytesText(table.bytes ?? 0))]),
                ...(table.month_first === null || table.month_last === null
                  ? []
                  : [pageWords.index.months(table.month_first, table.month_last)]),
                ...(table.time_last === null ? [] : [pageWords.index.newest(instantText(table.time_last))]),
              ].join(' · ')}
            </small>
          </summary>
          <div
            class="scroll"
            tabIndex={0}
            role="region"
            aria-label={`${pageWords.index.columns} ${table.name}`}
          >
            <table class="plain">
              <TableHead
                columns={[pageWords.index.name, pageWords.index.type, pageWords.index.description]}
              />
              <tbody>
                {table.columns.map(({ name, type, description }) => (
                  <tr key={name}>
                    <td>
                      <code>{name}</code>
                    </td>
                    <td>
                      <code>{shortType(type)}</code>
                    </td>
                    <td>{description}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {isReady &&
            table.examples.map((sql) => (
              <p key={sql} class="example-line">
                <code>{sql}</code>{' '}
                <a
                  href={addressOf('query', { sql, platform: platform.platform })}
                  aria-label={`${pageWords.index.example}: ${sql}`}
                >
                  {pageWords.examples.open}
                </a>
              </p>
            ))}
        </details>
      ))}
      {schema === undefined && <p class="empty">{count(0)}</p>}
    </section>
  );
}
