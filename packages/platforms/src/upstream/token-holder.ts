import type { Auth, Credentials, HttpSpec } from '@sdq/catalog/define';
import type { HttpClient } from './http-client.ts';
import { CallFailed, outcomeOfStatus } from './outcome.ts';

/** Before the end of a token, the time in which it is not used for new calls. */
const marginSeconds = 60;

/** Puts credentials into requests; a token that has to be fetched is fetched once and kept while it is good. */
export class TokenHolder {
  readonly #auth: Auth;
  readonly #credentials: Credentials;
  readonly #client: HttpClient;
  readonly #now: () => number;
  #token: Promise<{ token: string; until: number }> | undefined;

  constructor(auth: Auth, credentials: Credentials, client: HttpClient, now: () => number) {
    this.#auth = auth;
    this.#credentials = credentials;
    this.#client = client;
    this.#now = now;
  }

  /** The query and the headers of a request with the credentials in them. Errors: CallFailed. */
  async sign(
    { query = {} }: HttpSpec,
    signal: AbortSignal,
  ): Promise<{ query: Record<string, string>; headers: Record<string, string> }> {
    const auth = this.#auth;
    switch (auth.kind) {
      case 'header':
        return { query: { ...query }, headers: { [auth.name]: auth.valueOf(this.#credentials) } };
      case 'query':
        return { query: { ...query, [auth.name]: auth.valueOf(this.#credentials) }, headers: {} };
      case 'token':
        return { query: { ...query }, headers: { authorization: `Bearer ${await this.#valid(signal)}` } };
    }
  }

  /** Drops a token that was refused; false when there is none to be fetched anew. */
  forget(): boolean {
    const had = this.#token !== undefined;
    this.#token = undefined;
    return had;
  }

  async #valid(signal: AbortSignal): Promise<string> {
    const held = await this.#token?.catch(() => undefined);
    if (held !== undefined && held.until > this.#now()) return held.token;
    this.#token ??= this.#fetch(signal);
    if (held !== undefined) this.#token = this.#fetch(signal);
    try {
      return (await this.#token).token;
    } catch (error) {
      this.#token = undefined;
      throw error;
    }
  }

  async #fetch(signal: AbortSignal): Promise<{ token: string; until: number }> {
    if (this.#auth.kind !== 'token') throw new Error('this driver fetches no tokens');
    const answer = await this.#client.send(this.#auth.request(this.#credentials), {}, signal);
    const read = this.#auth.read(answer);
    if (read === undefined) {
      const outcome = outcomeOfStatus(answer, this.#now());
      throw new CallFailed(outcome.kind === 'ok' ? { kind: 'auth' } : outcome);
    }
    return { token: read.token, until: this.#now() + (read.secondsValid - marginSeconds) * 1_000 };
  }
}
