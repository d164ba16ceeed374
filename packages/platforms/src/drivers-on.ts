import type { Platform } from '@sdq/contract';
import { drivers } from './drivers/index.ts';
import type { Source } from './reads.ts';

/** A driver, and whether it is asked. */
export interface DriverStatus {
  driver: string;
  name: string;
  status: 'on' | 'off';
}

/** The drivers of a platform: those in use are among the sources. The index is always asked, last. */
export function driversOf(platform: Platform, sources: readonly Pick<Source, 'id'>[]): DriverStatus[] {
  const on = new Set(sources.map((source) => source.id));
  const upstreams = drivers
    .filter(({ ops }) => Object.keys(ops).some((name) => name.startsWith(`${platform}.`)))
    .map(({ id, name }): DriverStatus => ({ driver: id, name, status: on.has(id) ? 'on' : 'off' }));
  return [...upstreams, { driver: 'embedded', name: 'The index', status: 'on' }];
}
