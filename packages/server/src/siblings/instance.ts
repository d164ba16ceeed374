import { randomBytes } from 'node:crypto';
import { AppError } from '@sdq/contract';

const nameBytes = 6;
const named = /_([0-9a-f]{12})$/;

/**
 * This process among all that answer for the service. What only it holds ends with its name: IDs of statements and quotes,
 * and, inside, cursors of results.
 */
export class Instance {
  readonly name: string = randomBytes(nameBytes).toString('hex');

  /** An ID of something that this instance holds. */
  nameId(id: string): string {
    return `${id}_${this.name}`;
  }

  /** Errors: `result_expired` for the ID of something that another instance held. */
  refuseOthers(id: string): void {
    const holder = holderOf(id);
    if (holder !== undefined && holder !== this.name) throw endedWithItsHolder();
  }
}

/** The instance that an ID names; undefined for none. */
export function holderOf(id: string): string | undefined {
  return named.exec(id)?.[1];
}

/** The error for what an instance held that is gone, or that its siblings cannot reach. */
export function endedWithItsHolder(): AppError {
  return new AppError('result_expired', 'The instance of the service that held the result has ended', {
    hint: 'Run the query again: rows that were paid for within 24 hours are free over the same snapshot, which snapshot_id names',
  });
}
