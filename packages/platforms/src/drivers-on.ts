import type { PlatformDefinition } from '@sdq/catalog/define';
import type { Source } from './source.ts';

/** A driver, and whether it is in use. */
export interface DriverStatus {
  driver: string;
  name: string;
  status: 'on' | 'off';
}

/** The drivers of a platform; those in use are among the sources. The index is always the last source. */
export function driversOf(
  { upstreams }: PlatformDefinition,
  sources: readonly Pick<Source, 'id'>[],
): DriverStatus[] {
  const on = new Set(sources.map((source) => source.id));
  const drivers = upstreams.map(
    ({ id, name }): DriverStatus => ({ driver: id, name, status: on.has(id) ? 'on' : 'off' }),
  );
  return [...drivers, { driver: 'embedded', name: 'The index', status: 'on' }];
}
