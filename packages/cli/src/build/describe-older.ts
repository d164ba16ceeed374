import type { OlderSnapshots } from '@sdq/index';
import { bytesText, plural } from '../terminal/quantities.ts';

/** What older snapshots take on the disk, and how that ends; no line if they take nothing. */
export function olderLines({ count, bytes }: OlderSnapshots): string[] {
  if (bytes === 0) return [];
  return [
    `${plural(count, 'older snapshot')} ${count === 1 ? 'takes' : 'take'} ${bytesText(bytes)} beside this one; sdq index clean deletes what nobody reads`,
  ];
}
