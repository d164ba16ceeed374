import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SchemaTable } from '../../api/types.ts';
import { quoteName } from '../../sql/read-sql.ts';
import { shortType } from '../../sql/short-type.ts';
import { change, openTab, type QueryTab } from '../../state/query-tabs.ts';
import { platforms, schemas } from '../../state/schemas.ts';
import { compact } from '../../text/format.ts';
import { words } from '../../text/words.ts';
import { editor, writeAddress } from './run-query.ts';

/** The tables of the platform; a click inserts a name into the query. */
export function TableTree({ tab }: { tab: QueryTab }): JSX.Element {
  const [filter, setFilter] = useState('');
  const isNarrow = useNarrow();
  const schema = schemas.value[tab.platform];
  const wanted = filter.trim().toLowerCase();
  const tables = (schema?.tables ?? []).flatMap((table) => matching(table, wanted));
  return (
    <details class="tree" open={!isNarrow}>
      <summary>{words.query.tables}</summary>
      <div class="tree-body">
        <label class="field">
          <span class="unseen">{words.query.platform}</span>
          <select
            value={tab.platform}
            onChange={(event) => change(tab.id, { platform: event.currentTarget.value })}
          >
            {platforms.value.map(({ platform, name, sql }) => (
              <option key={platform} value={platform} disabled={sql !== 'available'}>
                {sql === 'available' ? name : `${name} (${sql})`}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span class="unseen">{words.query.filterTables}</span>
          <input
            type="search"
            placeholder={words.query.filterTables}
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </label>
        {schema !== undefined && tables.length === 0 && <p class="empty">{words.query.noColumns}</p>}
        {tables.map((table, i) => (
          <Table key={table.name} table={table} platform={tab.platform} isOpen={wanted !== '' || i === 0} />
        ))}
      </div>
    </details>
  );
}

function Table({
  table,
  platform,
  isOpen,
}: {
  table: SchemaTable;
  platform: string;
  isOpen: boolean;
}): JSX.Element {
  const open = () => {
    openTab({ sql: `SELECT *\nFROM ${quoteName(table.name)}\nLIMIT 100`, platform });
    writeAddress(true);
  };
  return (
    <details class="tree-table" open={isOpen}>
      <summary title={table.description}>
        <b>{table.name}</b>
        <small>{compact(table.row_count)}</small>
      </summary>
      <ul>
        <li>
          <button type="button" class="open-table" onClick={open}>
            {words.query.openTable(table.name)}
          </button>
        </li>
        {table.columns.map(({ name, type, description }) => (
          <li key={name}>
            <button
              type="button"
              title={description}
              aria-label={words.query.insert(name)}
              onClick={() => editor.peek()?.insert(quoteName(name))}
            >
              {name}
            </button>
            <small>{shortType(type)}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

function matching(table: SchemaTable, wanted: string): SchemaTable[] {
  if (wanted === '' || table.name.includes(wanted)) return [table];
  const columns = table.columns.filter(({ name }) => name.toLowerCase().includes(wanted));
  return columns.length === 0 ? [] : [{ ...table, columns }];
}

function useNarrow(): boolean {
  const query = matchMedia('(max-width: 760px)');
  const [isNarrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const listen = () => setNarrow(query.matches);
    query.addEventListener('change', listen);
    return () => query.removeEventListener('change', listen);
  }, []);
  return isNarrow;
}
