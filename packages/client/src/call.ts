import { SdqError } from './sdq-error.ts';
import type { Sender } from './send.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For a POST: sent again under the same name, it is executed and charged once. Default: a random name. */
  readonly idempotencyKey?: string | undefined;
}

/** What an operation answered. */
export interface Answer<Data> {
  readonly data: Data;
  /** US dollars, as `$0.0100`. */
  readonly cost: string;
  readonly requestId: string;
}

/** A list in pages. `await` gives the first page; `for await` gives all pages; each page is charged as it is read. */
export interface PagedCall<Data, Item> extends PromiseLike<Answer<Data>>, AsyncIterable<Answer<Data>> {
  /** The records of all pages, or `max` at most. */
  all(options?: { max?: number }): Promise<Item[]>;
}

export type Input = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly verb: string;
  readonly path: string;
  readonly list: string | undefined;
}

export async function callOnce(
  sender: Sender,
  { verb, path, list: _ }: Operation,
  input: Input,
  options: CallOptions,
): Promise<Answer<never>> {
  const { address, rest } = addressOf(path, input);
  const isBody = verb === 'POST' || verb === 'PATCH';
  const answer = await sender.send({
    verb,
    path: isBody ? address : address + queryOf(rest),
    ...(isBody && { json: rest }),
    ...options,
  });
  return await readAnswer(answer);
}

/** The envelope of an answer taken apart; an answer that is no JSON as the Response itself. */
export async function readAnswer<Data>(answer: Response): Promise<Answer<Data>> {
  const requestId = answer.headers.get('x-request-id') ?? '';
  if (!/\bjson\b/.test(answer.headers.get('content-type') ?? ''))
    return { data: answer as Data, cost: answer.headers.get('x-cost') ?? '$0.0000', requestId };
  let body: { success?: boolean; data?: Data; cost?: string };
  try {
    body = (await answer.json()) as typeof body;
  } catch (cause) {
    if (cause instanceof SdqError || !(cause instanceof SyntaxError)) throw cause;
    throw new SdqError('bad_answer', 'The answer is no JSON', { requestId }, { cause });
  }
  const isEnvelope = body.success === true && 'data' in body;
  return { data: (isEnvelope ? body.data : body) as Data, cost: body.cost ?? '$0.0000', requestId };
}

function addressOf(path: string, input: Input): { address: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...input };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (value === undefined) throw new SdqError('usage_error', `"${name}" is missing`, { param: name });
    return encodeURIComponent(String(value));
  });
  return { address, rest };
}

function queryOf(input: Input): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  return query.size === 0 ? '' : `?${query}`;
}

type Page = { cursor: string | null; [member: string]: unknown };

export class Paged implements PagedCall<Page, unknown> {
  readonly #sender: Sender;
  readonly #operation: Operation;
  readonly #input: Input;
  readonly #options: CallOptions;

  constructor(sender: Sender, operation: Operation, input: Input, options: CallOptions) {
    this.#sender = sender;
    this.#operation = operation;
    this.#input = input;
    this.#options = options;
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited for its first page
  then<A, B>(
    onFulfilled?: ((answer: Answer<Page>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#page(this.#input).then(onFulfilled, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Answer<Page>> {
    let input = this.#input;
    for (;;) {
      const page = await this.#page(input);
      yield page;
      if (page.data.cursor === null || page.data.cursor === undefined) return;
      input = { ...this.#input, cursor: page.data.cursor };
    }
  }

  async all({ max = Number.POSITIVE_INFINITY }: { max?: number } = {}): Promise<unknown[]> {
    const items: unknown[] = [];
    for await (const { data } of this) {
      items.push(...(data[this.#operation.list ?? ''] as unknown[]));
      if (items.length >= max) return items.slice(0, max);
    }
    return items;
  }

  #page(input: Input): Promise<Answer<Page>> {
    return callOnce(this.#sender, this.#operation, input, this.#options);
  }
}
