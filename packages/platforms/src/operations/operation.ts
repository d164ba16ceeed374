import type { DataAnswer, DataEndpoint, DataQuery } from '@sdq/contract';
import type { Addons } from '../addons/addons.ts';
import type { Delivered } from '../delivered.ts';
import type { Session } from '../session.ts';

/** How an endpoint's answer is put together out of reads; one file for each. */
export interface Operation<Endpoint extends DataEndpoint> {
  readonly endpoint: Endpoint;
  /** The most that a request can be charged for. */
  worst(query: DataQuery<Endpoint>): Delivered;
  /** Errors: `not_found`, `invalid_cursor`, those of the sources. */
  answer(
    query: DataQuery<Endpoint>,
    session: Session,
    addons: Addons,
  ): Promise<{ data: DataAnswer<Endpoint>; delivered: Delivered }>;
}

/** Keeps the type of an operation while its endpoint is read off it. */
export function operation<Endpoint extends DataEndpoint>(each: Operation<Endpoint>): Operation<Endpoint> {
  return each;
}
