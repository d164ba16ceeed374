import type { ErrorCode } from '@sdq/contract';
import type { Delivered } from '@sdq/pricing';
import type { z } from 'zod';
import type { Addons } from './addons.ts';
import type { Session } from './session.ts';

/** The request from which the example of an endpoint is generated. */
export interface ExampleQuery {
  /**
   * SQL over the platform's tables in the sample index: the columns of its first row are parameters. So an example can
   * use the records with the most data in any sample.
   */
  find?: string;
  query?: Readonly<Record<string, string | number | boolean>>;
  /** Whether the example is generated only once, because responses differ by day or key. */
  isWrittenOnce?: boolean;
}

/** The response data of an endpoint, and the delivered counts for the charge. */
export interface EndpointAnswer<Data> {
  data: Data;
  delivered: Delivered;
}

/** `GET /api/{platform}/{name}`: the complete definition of a data endpoint. */
export interface EndpointDescription<Query extends z.ZodType, Data extends z.ZodType> {
  summary: string;
  /** Details in Markdown. */
  description?: string;
  query: Query;
  /** `data` of the response. */
  data: Data;
  /** Error codes in addition to those of every data endpoint (`invalid_cursor` is implied by a `cursor` parameter). */
  errors: readonly ErrorCode[];
  /** The key of the endpoint's price in the platform's `prices`. */
  price: string;
  example: ExampleQuery;
  /** The maximum that a request can be charged for. */
  worst(query: z.output<Query>): Delivered;
  /** Errors: `not_found`, `invalid_cursor`, and the errors of the sources. */
  answer(query: z.output<Query>, session: Session, addons: Addons): Promise<EndpointAnswer<z.output<Data>>>;
}

/** An endpoint with erased types: `query` validates the input of `worst` and `answer`. */
export type Endpoint = Omit<EndpointDescription<z.ZodType, z.ZodObject>, 'worst' | 'answer'> & {
  worst(query: unknown): Delivered;
  answer(query: unknown, session: Session, addons: Addons): Promise<EndpointAnswer<object>>;
};

/** Checks the handlers of an endpoint against its schemas. */
export function defineEndpoint<Query extends z.ZodType, Data extends z.ZodObject>(
  endpoint: EndpointDescription<Query, Data>,
): Endpoint {
  return endpoint as unknown as Endpoint;
}

/** The error codes of every endpoint that reads records. */
export const readErrors: readonly ErrorCode[] = [
  'not_found',
  'upstream_error',
  'upstream_timeout',
  'query_timeout',
  'query_memory_exceeded',
];
