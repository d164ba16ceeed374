import { builtInCatalog, type CatalogTable } from '@sdq/catalog';

const unread = new Set(['transcripts', 'removals']);

/** The tables that the workload's queries read, which are all that peers need. */
export const workloadTables: readonly CatalogTable[] = builtInCatalog
  .tablesOf('shortvideo')
  .filter(({ name }) => !unread.has(name));
