import { readFileSync } from 'node:fs';
import type { ErrorCode } from '@sdq/contract';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The documentation of the operation besides its schemas. */
    docs?: OperationDocs;
  }
}

/** The documentation of an operation besides its schemas. */
export interface OperationDocs {
  /** Error codes besides those that follow from its method, keys and body. */
  errors?: readonly ErrorCode[];
  /** The request of its example. */
  example: ExampleRequest;
  /** The file of the example; default: named after the operation, in `packages/server/examples/`. */
  file?: URL;
}

export interface ExampleRequest {
  /** The parameters of the request to a service over a small index; default: none. */
  of?(sample: Sample): Promise<ExampleValues> | ExampleValues;
  /** The expected status; default 200. */
  status?: number;
  /** Whether the example is generated only once, because responses differ by day or key. */
  isWrittenOnce?: boolean;
}

export interface ExampleValues {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean>>;
  body?: unknown;
  /** Headers besides the keys; they are not shown. */
  headers?: Readonly<Record<string, string>>;
}

/** A service over a small index, for generating examples. */
export interface Sample {
  /** The account key of the service. */
  readonly accountKey: string;
  /** The first row of a query, its values as parameters; throws when there is none. */
  row(platform: string, sql: string): Promise<Record<string, string>>;
  /** Sends a POST request with the account key or the data key; returns `data` of the response. */
  post(path: string, body: object, key?: 'account' | 'data'): Promise<Record<string, unknown>>;
  /** Calls a data endpoint with the data key. */
  get(
    path: string,
    query: Readonly<Record<string, string | number | boolean>>,
  ): Promise<{ data: Record<string, unknown>; request_id: string }>;
  /** Creates a video file in the media directory of the service. */
  putVideo(platform: string, recordId: string): Promise<void>;
}

/** SQL for `row` that finds an account with many videos. */
export const someAuthor = 'SELECT author AS username FROM videos GROUP BY 1 ORDER BY count(*) DESC, 1';

/** A request and its response; values that differ between runs are replaced by fixed ones. */
export interface Example {
  status: number;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | number | boolean>>;
  /** Undefined for none. */
  body?: unknown;
  /** Undefined when the response is not JSON. */
  answer?: unknown;
}

/** The examples of an operation: a valid request, and an invalid one if it has parameters. */
export interface OperationExamples {
  valid: Example;
  invalid?: Example;
}

/** The file of the example of an operation. */
export function exampleFile(operationId: string, docs: OperationDocs | undefined): URL {
  const name = `${operationId.replaceAll('_', '-')}.json`;
  return docs?.file ?? new URL(`../../examples/${name}`, import.meta.url);
}

/** The example of an operation; undefined until `npm run docs:examples` has generated it. */
export function readExamples(
  operationId: string,
  docs: OperationDocs | undefined,
): OperationExamples | undefined {
  try {
    return JSON.parse(readFileSync(exampleFile(operationId, docs), 'utf8')) as OperationExamples;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
