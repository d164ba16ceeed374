import { type Catalog, type CatalogTable, removalsName, storedColumns, tableId } from '@sdq/catalog';
import { mapRow } from '../flat/map-row.ts';
import { type FlatTable, readingOf } from '../flat/plan-table.ts';
import { type MapContext, type Observation, Refusal } from '../observation.ts';
import { type JsonObject, objectAt } from '../values/json-object.ts';
import { type SourceFormat, shareOf } from './format.ts';

/**
 * Rows of any tables with the columns of the catalogue, one per line:
 * `{"observation": "micro.tweets", "observed_at": "2026-05-01T10:00:00Z", "source": "…", "values": {…}}`.
 */
export function observationsOf(catalog: Catalog): SourceFormat {
  const plans = new Map(
    catalog.tables
      .filter((table) => table.derivedFrom === undefined)
      .map((table) => [tableId(table), planOf(table)]),
  );
  return {
    name: 'observations',
    description: 'rows of any tables, {"observation": "micro.tweets", "observed_at": …, "values": {…}}',
    container: 'json',
    detect: (sample) => shareOf(sample, isRecord),
    isRecord,
    map: (record, context) => map(record, plans, context),
  };
}

/** Column plans by table ID. */
type Plans = ReadonlyMap<string, FlatTable>;

function isRecord(value: JsonObject): boolean {
  return typeof value.observation === 'string' && typeof value.values === 'object';
}

function map(record: JsonObject, plans: Plans, context: MapContext): Observation[] {
  const plan = plans.get(String(record.observation));
  if (plan === undefined) {
    throw new Refusal('value_invalid', 'observation', 'Unknown table');
  }
  const { observed_at, source } = record;
  const values = { ...objectAt(record, 'values'), observed_at, source };
  const row =
    plan.table.name === removalsName ? withKeyAsStored(plan.table.platform, values, plans, context) : values;
  return mapRow(row, plan, context, 'observations');
}

/** The key of a removal in the form in which the record's table stores it. */
function withKeyAsStored(
  platform: string,
  values: JsonObject,
  plans: Plans,
  context: MapContext,
): JsonObject {
  const { record_table, record_key } = values;
  const target = plans.get(`${platform}.${String(record_table)}`);
  const key = target?.columns.find(({ name }) => name === target.table.key[0]);
  if (target === undefined || key === undefined || target.table.key.length > 1) {
    throw new Refusal(
      'value_invalid',
      'record_table',
      'Records of this table cannot be removed individually',
    );
  }
  return { ...values, record_key: key.read(record_key, { field: 'record_key', writing, context }) };
}

const writing = { durationUnit: 'ms', dayFirst: false } as const;

/** A plan that reads each column of a table from the field of the same name. */
function planOf(table: CatalogTable): FlatTable {
  return {
    table,
    columns: storedColumns(table)
      .filter((column) => column.name !== table.observedBy || table.key.includes(column.name))
      .map((column) => ({
        name: column.name,
        type: column.type,
        sources: [{ field: column.name, writing, given: {} }],
        constant: undefined,
        ...readingOf(table, column),
      })),
    observedAt: [{ field: 'observed_at', writing, given: {} }],
    unused: [],
    preferences: [],
  };
}
