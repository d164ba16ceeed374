import {
  AppError,
  type ErrorCode,
  errorCodes,
  errorEnvelope,
  httpValidationError,
  resultFormats,
} from '@sdq/contract';
import { z } from 'zod';
import { toErrorResponse } from '../response/error-response.ts';
import { statusOf, unansweredCodes } from '../response/error-status.ts';
import type { Answer, ApiDocument, Operation, Parameter } from './api-document.ts';
import { nameSchemas } from './name-schemas.ts';
import { type Example, type OperationDocs, readExamples } from './operation-docs.ts';
import { errorsOf, isSql, type OperationTraits, retainsResponse, unroutedCodes } from './operation-errors.ts';

const problemSuffix = '_as_problem';
const exampleRequestId = 'req_01JD8V5Z7Q3M9T2X4C6B8N0KFH';
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/**
 * Completes the document of the routes: adds all errors of each operation from the table of codes, shared headers and
 * schemas, and the generated examples.
 */
export function completeDocument<Document extends ApiDocument>(
  document: Document,
  docsOf: (operationId: string) => OperationDocs | undefined,
  platforms: readonly string[],
): Document {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods))
      complete(path, method, operation, docsOf(operation.operationId));
  }
  document.components = {
    ...document.components,
    schemas: sharedSchemas(),
    headers: sharedHeaders(),
    examples: sharedExamples(),
  };
  describeIntegers(document.paths);
  describeIntegers(document.components);
  nameSchemas(document, platforms);
  return document;
}

function complete(path: string, method: string, operation: Operation, docs: OperationDocs | undefined): void {
  const { operationId, parameters = [] } = operation;
  const schemes = (operation.security ?? []).flatMap((scheme) => Object.keys(scheme));
  const hasBody = operation.requestBody !== undefined;
  const hasCursor = parameters.some(
    ({ name, schema }) => name === 'cursor' && 'type' in schema && schema.type === 'string',
  );
  const traits: OperationTraits = { method, path, schemes, hasBody, hasCursor, own: docs?.errors ?? [] };
  if (retainsResponse(traits)) parameters.push(idempotencyKey);
  const hasInput = hasBody || parameters.length > 0;
  operation.parameters = parameters;
  operation.description ??= describeAccess(schemes, path, docs?.errors ?? []);
  operation.security ??= []; // explicit: no authentication
  const gathered = Object.entries(operation.responses);
  const succeeded = gathered.filter(([status]) => /^[23]\d\d$/.test(status));
  const headers = schemes.length > 0 ? ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] : ['X-Request-Id'];
  operation.responses = Object.fromEntries(
    succeeded.map(([status, answer]) => [status, described(status, answer, headers)]),
  );
  if (isSql(traits)) addFormats(operation);
  if (isSql(traits) || /_sql_schema$|^read_saved_query$/.test(operationId))
    addNotModified(operation, headers);
  if (/^get_(?:events|.*_events)$/.test(operationId)) addEventAnswer(operation, headers);
  if (operationId === 'get_media') addFileAnswers(operation, headers, ['video/mp4']);
  if (operationId === 'get_result_file') addFileAnswers(operation, headers, Object.values(resultFormats));
  addErrors(operation, errorsOf(traits));
  keepOwnFailures(operation, gathered);
  const own = readExamples(operationId, docs);
  if (hasInput) addValidationError(operation, own?.invalid);
  if (own !== undefined) addExample(operation, own.valid);
}

/** Which key an operation requires, and whether it is charged. */
function describeAccess(schemes: readonly string[], path: string, errors: readonly ErrorCode[]): string {
  const [isData, isAccount] = [schemes.includes('HTTPBearer'), schemes.includes('APIKeyHeader')];
  if (!isData && !isAccount) return 'Requires no API key. Free of charge.';
  if (isData && isAccount) return 'Requires a data or an account API key. Free of charge.';
  if (isAccount) return 'Requires an account API key. Free of charge.';
  const isCharged = /^\/api\/[a-z]+\/[a-z-]+$/.test(path) && !errors.includes('statement_not_running');
  const key = 'Requires a data API key with access to the platform.';
  return `${key} ${isCharged ? 'Charged per record: see `GET /api/pricing`.' : 'Free of charge.'}`;
}

/**
 * Removes the bounds of the safe integers, which zod adds to every integer, and says that such an integer has 64 bits:
 * generators for Java, Go, C# and Rust take an integer without a format for one of 32 bits, which fails at large counts.
 */
function describeIntegers(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as { type?: unknown; format?: string; minimum?: unknown; maximum?: unknown };
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.type === 'integer' && schema.maximum === undefined) schema.format = 'int64';
  for (const member of Object.values(value)) describeIntegers(member);
}

const descriptions: Readonly<Record<string, string>> = {
  200: 'Success',
  202: 'Accepted: the statement is still running',
  206: 'The requested range',
  304: 'Not modified',
};

function described(status: string, answer: Answer, headers: readonly string[]): Answer {
  const description = answer.description === 'Default Response' ? descriptions[status] : answer.description;
  return {
    ...answer,
    description: description ?? 'Success',
    headers: { ...answer.headers, ...headerRefs(headers) },
  };
}

function addNotModified(operation: Operation, headers: readonly string[]): void {
  operation.responses['304'] = described('304', { description: 'Not modified (not charged)' }, headers);
}

/** Adds the streaming formats and the body as SQL text. */
function addFormats(operation: Operation): void {
  const { requestBody } = operation;
  if (requestBody !== undefined) {
    requestBody.content['application/sql'] = { schema: schemaOf('application/sql') };
  }
  const answer = operation.responses['200'];
  if (answer === undefined) return;
  for (const type of Object.values(resultFormats)) {
    const bare = type.split(';', 1)[0] ?? type;
    if (bare !== 'application/json')
      answer.content = { ...answer.content, [bare]: { schema: schemaOf(bare) } };
  }
}

/** The schema of a body that is no JSON: text, or bytes. */
function schemaOf(type: string): object {
  const isText = type.startsWith('text/') || type === resultFormats.ndjson || type === 'application/sql';
  return isText ? { type: 'string' } : { type: 'string', format: 'binary' };
}

/** Adds the responses with a file or a range of it. */
function addEventAnswer({ responses }: Operation, headers: readonly string[]): void {
  responses['200'] = {
    description: 'Server-sent events.',
    headers: headerRefs(headers),
    content: {
      'text/event-stream': {
        schema: { type: 'string' },
        example: 'event: snapshot\nid: 4f1c2a9e8d7b6a50\ndata: {"snapshot_id":"4f1c2a9e8d7b6a50"}\n\n',
      },
    },
  };
}

/** JSON files are the rows of a result. */
function fileSchemaOf(type: string): object {
  return type === resultFormats.json ? { type: 'array', items: {} } : schemaOf(type);
}

function addFileAnswers(operation: Operation, headers: readonly string[], types: readonly string[]): void {
  const content = Object.fromEntries(
    types.map((type) => [type.split(';', 1)[0], { schema: fileSchemaOf(type) }]),
  );
  for (const status of ['200', '206']) {
    operation.responses[status] = described(status, { description: 'Default Response', content }, headers);
  }
}

/** Keeps the error responses that a route describes itself, such as a readiness of `unavailable`. */
function keepOwnFailures(operation: Operation, gathered: readonly [string, Answer][]): void {
  for (const [status, { content = {} }] of gathered) {
    const schema = content['application/json']?.schema as { properties?: object } | undefined;
    const isShared = schema?.properties === undefined || 'detail' in schema.properties;
    const shared = operation.responses[status]?.content?.['application/json'];
    if (!/^[45]\d\d$/.test(status) || isShared || shared === undefined) continue;
    shared.schema = { anyOf: [schema, ref('ErrorEnvelope')] };
  }
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'Makes the request safe to retry: a repeated request with the same key within 24 hours returns the original response, and is neither executed nor charged again.',
};

/** Adds a response for each error status, with an example for each code. */
function addErrors(operation: Operation, codes: readonly ErrorCode[]): void {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  for (const [status, codesOfStatus] of [...byStatus].sort(([left], [right]) => left - right)) {
    const named = (suffix: string) =>
      Object.fromEntries(
        codesOfStatus.map((code) => [code, { $ref: `#/components/examples/${code}${suffix}` }]),
      );
    const headers = ['X-Request-Id'];
    if (status === 401) headers.push('WWW-Authenticate');
    if (codesOfStatus.some((code) => errorCodes[code].retryable)) headers.push('Retry-After');
    operation.responses[status] = {
      description: `${codesOfStatus.map((code) => `\`${code}\``).join(', ')}.`,
      headers: headerRefs(headers),
      content: {
        'application/json': { schema: ref('ErrorEnvelope'), examples: named('') },
        'application/problem+json': { schema: ref('Problem'), examples: named(problemSuffix) },
      },
    };
  }
}

/** Examples of each code in both formats. */
function sharedExamples(): Record<string, object> {
  const codes = (Object.keys(errorCodes) as ErrorCode[]).filter(
    (code) => !unansweredCodes.includes(code) && !unroutedCodes.includes(code),
  );
  const examples = codes.flatMap((code) => {
    const summary = errorCodes[code].meaning;
    return [
      [code, { summary, value: exampleOf(code, 'application/json') }],
      [`${code}${problemSuffix}`, { summary, value: exampleOf(code, 'application/problem+json') }],
    ];
  });
  return Object.fromEntries(examples);
}

function exampleOf(code: ErrorCode, accept: string): unknown {
  const message = code === 'internal_error' ? 'Internal Server Error' : errorCodes[code].meaning;
  const context = { requestId: exampleRequestId, baseUrl: 'https://api.example.org', accept };
  return JSON.parse(toErrorResponse(new AppError(code, message), context).body);
}

/** Adds the 422 response: the FastAPI-compatible body, and the envelope of codes with the same status. */
function addValidationError(operation: Operation, invalid: Example | undefined): void {
  const known = operation.responses['422'];
  const envelopes = known?.content?.['application/json'];
  const example = invalid && { summary: 'Validation errors', value: invalid.answer };
  operation.responses['422'] = {
    description: ['Validation errors (FastAPI-compatible body), all at once.', known?.description]
      .filter((text) => text !== undefined)
      .join(' Or '),
    headers: headerRefs(['X-Request-Id']),
    content: {
      ...known?.content,
      'application/json': {
        schema:
          envelopes === undefined
            ? ref('HTTPValidationError')
            : { anyOf: [ref('HTTPValidationError'), ref('ErrorEnvelope')] },
        examples: { ...(example && { validation: example }), ...envelopes?.examples },
      },
    },
  };
}

function addExample(operation: Operation, { status, path, query, body, answer }: Example): void {
  const values: Record<string, unknown> = { ...path, ...query };
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'header' || !(parameter.name in values)) continue;
    const value = values[parameter.name];
    const isInteger = 'type' in parameter.schema && parameter.schema.type === 'integer';
    parameter.example = isInteger ? Number(value) : value;
  }
  const content = operation.requestBody?.content['application/json'];
  if (content !== undefined && body !== undefined) content.example = body;
  const answered = operation.responses[status]?.content?.['application/json'];
  if (answered === undefined || answer === undefined) return;
  const summary = status === 200 ? 'Example response' : 'Response until the platform is ready';
  answered.examples = { example: { summary, value: answer }, ...answered.examples };
}

function sharedSchemas(): Record<string, object> {
  const problem = z.object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: errorEnvelope.shape.error.shape.code,
    request_id: z.string(),
    retryable: z.boolean(),
    param: z.string().optional(),
    meta: z.record(z.string(), z.unknown()).optional(),
    sql: errorEnvelope.shape.error.shape.sql,
  });
  return {
    ErrorEnvelope: jsonSchemaOf(errorEnvelope, 'Error response (all errors except 422 validation errors).'),
    HTTPValidationError: jsonSchemaOf(httpValidationError, 'Validation errors (FastAPI-compatible body).'),
    Problem: jsonSchemaOf(
      problem,
      'Error response as RFC 9457 problem details; requested with `Accept: application/problem+json`.',
    ),
  };
}

function jsonSchemaOf(schema: z.ZodType, description: string): object {
  const { $schema: _schema, ...rest } = z.toJSONSchema(schema, { io: 'output' });
  return { description, ...rest };
}

function sharedHeaders(): Record<string, object> {
  const text = { type: 'string' };
  return {
    'X-Request-Id': {
      description: 'Request ID, equal to `request_id` in the body.',
      required: true,
      schema: { type: 'string', pattern: '^req_[0-9A-HJKMNP-TV-Z]{26}$' },
    },
    RateLimit: {
      description: 'Remaining requests of each rate limit (draft-ietf-httpapi-ratelimit-headers).',
      schema: text,
    },
    'RateLimit-Policy': { description: 'The rate limits that apply.', schema: text },
    'Retry-After': {
      description: 'Seconds to wait before the request is sent again.',
      schema: { type: 'integer' },
    },
    'WWW-Authenticate': {
      description: 'The required scheme: `Bearer` for data API keys, `APIKey` for account API keys.',
      schema: text,
    },
  };
}
