import type { CatalogTable } from '@sdq/catalog';
import { givenTable } from './given-table.ts';
import { sessionSettings } from './session-values.ts';

/** What `pg_settings` tells besides the settings of a session: limits that drivers read. */
const limits: Readonly<Record<string, string>> = { max_index_keys: '32' };

/** `pg_settings`: the values that SHOW tells. */
export function pgSettings(platform: string): CatalogTable[] {
  const values = [...sessionSettings.values()].map(({ name, value }) => [name, value] as const);
  const rows = [...values, ...Object.entries(limits)].map(([name, setting]) => ({
    name,
    setting,
    category: 'Preset Options',
    context: 'internal',
    vartype: 'string',
    source: 'default',
    boot_val: setting,
    reset_val: setting,
    pending_restart: false,
  }));
  const table = givenTable(
    platform,
    'pg_catalog.pg_settings',
    `name VARCHAR, setting VARCHAR, unit VARCHAR, category VARCHAR, short_desc VARCHAR, extra_desc VARCHAR,
     context VARCHAR, vartype VARCHAR, source VARCHAR, min_val VARCHAR, max_val VARCHAR, enumvals VARCHAR[],
     boot_val VARCHAR, reset_val VARCHAR, pending_restart BOOLEAN`,
    rows,
  );
  return [table];
}
