import { readFileSync } from 'node:fs';
import type { ErrorCode } from '@sdq/contract';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the API's document says of the operation beside its schemas. */
    docs?: OperationDocs;
  }
}

/** What stands beside a route for the API's document. */
export interface OperationDocs {
  /** What it may answer besides what follows from its method, keys and body. */
  errors?: readonly ErrorCode[];
  /** The request that its example is made from. */
  example: ExampleRequest;
  /** The file of the example; default: named after the operation, in `packages/server/examples/`. */
  file?: URL;
}

export interface ExampleRequest {
  /** What it takes on a service over a small index; default: nothing. */
  of?(sample: Sample): Promise<ExampleValues> | ExampleValues;
  /** What it is answered with; default 200. */
  status?: number;
  /** Answers differ by day or key: the example that was written once stays. */
  isWrittenOnce?: boolean;
}

export interface ExampleValues {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean>>;
  body?: unknown;
}

/** A service over a small index, as examples are made from it. */
export interface Sample {
  /** The first row of a query, its values as parameters; throws when there is none. */
  row(platform: string, sql: string): Promise<Record<string, string>>;
  /** What a POST gave, as `data`, with the account key or the data key. */
  post(path: string, body: object, key?: 'account' | 'data'): Promise<Record<string, unknown>>;
  /** The answer of a data endpoint, with the data key. */
  get(
    path: string,
    query: Readonly<Record<string, string | number | boolean>>,
  ): Promise<{ data: Record<string, unknown>; request_id: string }>;
  /** Puts a video file where the service looks for them. */
  putVideo(platform: string, recordId: string): Promise<void>;
}

/** SQL of an account with much to show, as `row` takes it. */
export const someAuthor = 'SELECT author AS username FROM videos GROUP BY 1 ORDER BY count(*) DESC, 1';

/** A request that was made, and its answer; what differs from run to run is set to a fixed value. */
export interface Example {
  status: number;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | number | boolean>>;
  /** Undefined where none was sent. */
  body?: unknown;
  /** Undefined where the answer is not JSON. */
  answer?: unknown;
}

/** Of one operation: what is right, and what validation refused, where there is anything to validate. */
export interface OperationExamples {
  valid: Example;
  invalid?: Example;
}

/** Where the example of an operation is. */
export function exampleFile(operationId: string, docs: OperationDocs | undefined): URL {
  const name = `${operationId.replaceAll('_', '-')}.json`;
  return docs?.file ?? new URL(`../../examples/${name}`, import.meta.url);
}

/** The example of an operation; undefined until `npm run docs:examples` has made it. */
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
