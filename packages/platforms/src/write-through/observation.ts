/** An observed row of the index. */
export interface Observation {
  /** `platform.table` of the catalogue. */
  table: string;
  /** By column; undefined and null are unknown. */
  values: Readonly<Record<string, unknown>>;
  observedAt: Date;
  /** The source of the observation. */
  source: string;
}

/** The observation that a record was removed from its platform. `table` is `platform.table`, `key` the record's key there. */
export function removalOf(
  table: string,
  key: string,
  at: Date,
  { reason, forGood }: { readonly reason?: string | undefined; readonly forGood?: boolean | undefined } = {},
): Omit<Observation, 'source'> {
  const [platform, record_table] = table.split('.');
  return {
    table: `${platform}.removals`,
    values: { record_table, record_key: key, removed_at: at.toISOString(), reason, for_good: forGood },
    observedAt: at,
  };
}

/** A line in the format `observations` of `addFiles`. */
export function lineOf({ table, values, observedAt, source }: Observation): string {
  return JSON.stringify({ observation: table, observed_at: observedAt.toISOString(), source, values });
}

/** The record of a removal; undefined for any other observation. */
export function removedRecord({ table, values }: Observation): { table: string; key: string } | undefined {
  const [platform, name] = table.split('.');
  if (name !== 'removals') return undefined;
  return { table: `${platform}.${String(values.record_table)}`, key: String(values.record_key) };
}
