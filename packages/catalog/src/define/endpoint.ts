import type { ErrorCode } from '@sdq/contract';
import type { Delivered } from '@sdq/pricing';
import type { z } from 'zod';
import type { Addons } from './addons.ts';
import type { Session } from './session.ts';

/** The request from which the example of an endpoint's answer is made. */
export interface ExampleQuery {
  /**
   * SQL over the platform's tables in the sample index: the columns of its first row are parameters. So an example
   * names records that have much to show, whatever the sample holds.
   */
  find?: string;
  query?: Readonly<Record<string, string | number | boolean>>;
  /** Answers differ by day or key: the example that was written once stays. */
  isWrittenOnce?: boolean;
}

/** What an endpoint answered, and what it delivered. */
export interface EndpointAnswer<Data> {
  data: Data;
  delivered: Delivered;
}

/** `GET /api/{platform}/{name}`: all there is of it, in one file. */
export interface EndpointDescription<Query extends z.ZodType, Data extends z.ZodType> {
  summary: string;
  /** Markdown, for what the summary cannot say. */
  description?: string;
  query: Query;
  /** `data` of the answer. */
  data: Data;
  /** What it may answer besides what every data endpoint may (`invalid_cursor` goes with a `cursor`). */
  errors: readonly ErrorCode[];
  /** The key of its price among the platform's `prices`. */
  price: string;
  example: ExampleQuery;
  /** The most that a request can be charged for. */
  worst(query: z.output<Query>): Delivered;
  /** Errors: `not_found`, `invalid_cursor`, those of the sources. */
  answer(query: z.output<Query>, session: Session, addons: Addons): Promise<EndpointAnswer<z.output<Data>>>;
}

/** An endpoint whatever its query and answer are: `query` has validated what `worst` and `answer` take. */
export type Endpoint = Omit<EndpointDescription<z.ZodType, z.ZodType>, 'worst' | 'answer'> & {
  worst(query: unknown): Delivered;
  answer(query: unknown, session: Session, addons: Addons): Promise<EndpointAnswer<object>>;
};

/** Checks the handlers of an endpoint against its schemas. */
export function defineEndpoint<Query extends z.ZodType, Data extends z.ZodObject>(
  endpoint: EndpointDescription<Query, Data>,
): Endpoint {
  return endpoint as unknown as Endpoint;
}

/** What every endpoint that reads records may answer. */
export const readErrors: readonly ErrorCode[] = [
  'not_found',
  'upstream_error',
  'upstream_timeout',
  'query_timeout',
  'query_memory_exceeded',
];
