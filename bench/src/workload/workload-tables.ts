import { builtInCatalog, type CatalogTable } from '@sdq/catalog';

const unread = new Set(['transcripts', 'removals']);

/** The tables that the workload's queries read: all that peers are given. */
export const workloadTables: readonly CatalogTable[] = builtInCatalog
  .tablesOf('shortvideo')
  .filter(({ name }) => !unread.has(name));
