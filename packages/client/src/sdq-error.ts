/** A place in the SQL text that an error is about. Offsets are in UTF-16 code units, lines and columns from 1. */
export interface Fault {
  readonly message: string;
  readonly offset: number | null;
  readonly length: number | null;
  readonly line: number | null;
  readonly column: number | null;
  /** Names that may have been meant. */
  readonly candidates: readonly string[];
  readonly hint: string | null;
}

export interface SdqErrorFacts {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryable?: boolean | undefined;
  readonly retryAfter?: number | undefined;
  readonly param?: string | undefined;
  readonly faults?: readonly Fault[] | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly docUrl?: string | undefined;
}

/**
 * A request that failed. `code` is one of the service, or of the client: `connection_failed` (no answer came),
 * `stream_broken` (an answer ended early), `timed_out`, `bad_answer` (what answered is no sdq service), `usage_error`.
 */
export class SdqError extends Error {
  override readonly name = 'SdqError';
  readonly code: string;
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** Whether the same request may succeed when it is sent again. */
  readonly retryable: boolean;
  /** Seconds to wait before that, where the service told. */
  readonly retryAfter: number | undefined;
  /** The field that the error is about. */
  readonly param: string | undefined;
  /** The places in the SQL text, the first one first; empty for other errors. */
  readonly faults: readonly Fault[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly docUrl: string | undefined;
  /** How to mend it, where the service tells. */
  readonly hint: string | undefined;

  constructor(code: string, message: string, facts: SdqErrorFacts = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.retryable = facts.retryable ?? false;
    this.retryAfter = facts.retryAfter;
    this.param = facts.param;
    this.faults = facts.faults ?? [];
    this.meta = facts.meta ?? {};
    this.docUrl = facts.docUrl;
    const { hint } = this.meta;
    this.hint = this.faults[0]?.hint ?? (typeof hint === 'string' ? hint : undefined);
  }
}

interface ErrorBody {
  detail?: unknown;
  request_id?: string;
  error?: {
    code: string;
    param: string | null;
    retryable: boolean;
    doc_url: string;
    meta: Record<string, unknown>;
    sql?: Fault;
  };
}

/** The error that an answer with a status of 400 and above tells. */
export async function errorOf(answer: Response): Promise<SdqError> {
  const text = await answer.text().catch(() => '');
  const wait = answer.headers.get('retry-after');
  const facts = {
    status: answer.status,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfter: wait !== null && /^\d+$/.test(wait) ? Number(wait) : undefined,
  };
  let body: ErrorBody;
  try {
    body = JSON.parse(text) as ErrorBody;
  } catch {
    const retryable = answer.status === 429 || answer.status >= 502;
    return new SdqError('bad_answer', `The service answered ${answer.status} without a JSON body`, {
      ...facts,
      retryable,
    });
  }
  const { error, detail } = body;
  if (error === undefined)
    return new SdqError('request_invalid', validationText(detail), { ...facts, meta: { detail } });
  const further = (error.meta.further_sql_faults ?? []) as Fault[];
  return new SdqError(error.code, String(detail), {
    ...facts,
    retryable: error.retryable,
    param: error.param ?? undefined,
    faults: error.sql === undefined ? [] : [error.sql, ...further],
    meta: error.meta,
    docUrl: error.doc_url,
  });
}

/** `body.limit: Input should be …` for each field that was refused. */
function validationText(detail: unknown): string {
  if (!Array.isArray(detail)) return `The request was refused: ${JSON.stringify(detail)}`;
  return (detail as { loc: (string | number)[]; msg: string }[])
    .map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
    .join('; ');
}
