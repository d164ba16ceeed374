import { Gauge, type Registry } from 'prom-client';

/** How fresh an index is, and how much of it was changed since it was compacted. */
export interface FreshnessFigures {
  /** Null for an index without observations. */
  readonly newestObservation: Date | null;
  /** Seconds that the last add took until new readers saw it; null if none is noted. */
  readonly secondsToVisible: number | null;
  /** Delta files of all tables. */
  readonly deltaFiles: number;
  readonly deltaRows: number;
  readonly maskedRows: number;
}

/** Registers how fresh the index is. A figure that is not known, or cannot be read, is left out. */
export function addFreshnessGauges(registry: Registry, figures: () => Promise<FreshnessFigures>): void {
  const gauge = (name: string, help: string, read: (figures: FreshnessFigures) => number | null) => {
    const told: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await figures().then(read, () => null);
        if (value === null) told.remove();
        else told.set(value);
      },
    });
  };
  gauge(
    'sdq_index_newest_observation_age_seconds',
    'Age of the newest observation of all tables',
    ({ newestObservation }) => newestObservation && (Date.now() - newestObservation.getTime()) / 1000,
  );
  gauge(
    'sdq_index_add_visible_seconds',
    'Seconds that the last add to the index took until new queries saw it',
    ({ secondsToVisible }) => secondsToVisible,
  );
  gauge('sdq_index_delta_files', 'Delta files of all tables', ({ deltaFiles }) => deltaFiles);
  gauge('sdq_index_delta_rows', 'Rows in delta files', ({ deltaRows }) => deltaRows);
  gauge(
    'sdq_index_masked_rows',
    'Rows of older files that were replaced or removed',
    ({ maskedRows }) => maskedRows,
  );
}
