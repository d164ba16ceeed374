import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from './answer.ts';
import type { ApiDocument, JsonSchema } from './api-document.ts';
import type { FuzzRequest } from './requests.ts';

/** What an answer told of its cost, in units of $0.0001. */
export interface Checked {
  /** What is wrong with it; undefined when it is as the document says. */
  fault: string | undefined;
  requestId: string | undefined;
  units: number;
  /** Whether it is an answer made for another request of the same name. */
  isReplay: boolean;
}

/** Statuses of 500 and above that are answers: with these codes. */
const toldFailures: Readonly<Record<number, readonly string[]>> = {
  501: ['sql_not_available'],
  503: ['service_unavailable'],
  504: ['query_timeout'],
};

/** Holds answers against the document. */
export class AnswerChecker {
  readonly #ajv = new Ajv2020({ strict: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema(document, 'api');
  }

  check(request: FuzzRequest, answer: Answer): Checked {
    const requestId = String(answer.headers['x-request-id'] ?? '');
    const isReplay = answer.headers['idempotent-replayed'] !== undefined;
    const body = readJson(answer);
    const units = unitsOf(answer, body);
    const fault = this.#faultOf(request, answer, body, requestId);
    return { fault, requestId, units, isReplay };
  }

  #faultOf(request: FuzzRequest, answer: Answer, body: unknown, requestId: string): string | undefined {
    const { status, headers } = answer;
    if (!/^req_[0-9A-HJKMNP-TV-Z]{26}$/.test(requestId)) return `no request id: ${requestId}`;
    const {
      request_id: own,
      error,
      code = error?.code,
    } = (body ?? {}) as { request_id?: string; code?: string; error?: { code?: string } };
    const isReplay = headers['idempotent-replayed'] !== undefined;
    if (own !== undefined && own !== requestId && !isReplay)
      return 'request_id of the body is not that of the header';
    if (status >= 500 && toldFailures[status]?.includes(code ?? '') !== true) return `${status} ${code}`;
    if (request.method === 'HEAD') return undefined;
    if (request.route === undefined) return unroutedFault(answer, body, code);
    return this.#undocumented(request.route.operation.responses, answer, body, code);
  }

  #undocumented(
    responses: Readonly<Record<string, { content?: Record<string, { schema?: JsonSchema }> }>>,
    { status, headers }: Answer,
    body: unknown,
    code: string | undefined,
  ): string | undefined {
    const response = responses[status];
    // a target may lead elsewhere: an empty path value, or one with slashes
    if (code === 'route_not_found' || code === 'method_not_allowed') return undefined;
    if (response === undefined) return `${status} ${code} is not in the document`;
    if (response.content === undefined) return undefined;
    const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    const described = response.content[type];
    if (described === undefined) return `${status} as ${type} is not in the document`;
    if (described.schema === undefined || body === undefined) return undefined;
    const examples = (described as { examples?: object }).examples;
    if (code !== undefined && status >= 400 && examples !== undefined && !(code in examples))
      return `${status} ${code} is not in the document`;
    const validate = this.#validator(described.schema);
    return validate(body)
      ? undefined
      : `${status} is not of its schema: ${this.#ajv.errorsText(validate.errors)}`;
  }

  #validator(schema: JsonSchema): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
    const known = this.#compiled.get(text) ?? this.#ajv.compile(JSON.parse(text) as object);
    this.#compiled.set(text, known);
    return known;
  }
}

function unroutedFault(
  { status, headers }: Answer,
  body: unknown,
  code: string | undefined,
): string | undefined {
  if (status < 400) return undefined; // it led to an operation after all
  if (body === undefined) return `${status} without a body`;
  if (status === 405 && headers.allow === undefined) return '405 without Allow';
  return code === undefined && status !== 422 ? `${status} without a code` : undefined;
}

function readJson({ headers, body }: Answer): unknown {
  const isJson = /^application\/(?:problem\+)?json/.test(String(headers['content-type'] ?? ''));
  if (!isJson || body.length === 0) return undefined;
  return JSON.parse(body.toString()) as unknown;
}

function unitsOf({ trailers }: Answer, body: unknown): number {
  const { cost = trailers['x-cost'] } = (body ?? {}) as { cost?: string };
  const units = Math.round(Number((cost ?? '0').replace('$', '')) * 10_000);
  return units;
}
