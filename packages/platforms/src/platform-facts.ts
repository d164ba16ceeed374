import type { Platform } from '@sdq/contract';

/** What the service says of a platform beside what its index holds. */
export interface PlatformFacts {
  readonly platform: Platform;
  readonly name: string;
  /** The label of the whole platform. */
  readonly status: 'SQL ready' | 'indexing in progress';
  /** The label of its SQL endpoint, which answers only when available. */
  readonly sql: 'available' | 'coming soon';
  /** Tables that hold records of their own, so not counted twice: what `records_indexed` sums. */
  readonly recordTables: readonly string[];
}

/**
 * The labels, as data. A platform whose index is published and trusted is marked ready here, and the same engine
 * answers its SQL from then on.
 */
export const platformFacts: readonly PlatformFacts[] = [
  {
    platform: 'shortvideo',
    name: 'Short-video platform',
    status: 'SQL ready',
    sql: 'available',
    recordTables: ['videos', 'comments'],
  },
  {
    platform: 'network',
    name: 'Professional network',
    status: 'indexing in progress',
    sql: 'coming soon',
    recordTables: ['profiles', 'companies', 'posts'],
  },
  {
    platform: 'photo',
    name: 'Photo-sharing platform',
    status: 'indexing in progress',
    sql: 'coming soon',
    recordTables: ['profiles', 'posts', 'comments'],
  },
  {
    platform: 'micro',
    name: 'Microblogging platform',
    status: 'indexing in progress',
    sql: 'coming soon',
    recordTables: ['tweets', 'profiles'],
  },
];
