import type { Auth, Credentials, HttpSpec } from '@sdq/catalog/define';
import type { HttpClient } from './http-client.ts';
import { CallFailed, outcomeOfStatus } from './outcome.ts';

/** How long before its expiry a token is renewed. */
const marginSeconds = 60;

/** Adds credentials to requests; a token is fetched once and cached until it expires. */
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

  /** The query and headers of a request with credentials. Errors: CallFailed. */
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

  /** Discards a refused token; false for credentials that cannot be renewed. */
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
    if (this.#auth.kind !== 'token') throw new Error('The driver does not use tokens');
    const answer = await this.#client.send(this.#auth.request(this.#credentials), {}, signal);
    const read = this.#auth.read(answer);
    if (read === undefined) {
      const outcome = outcomeOfStatus(answer, this.#now());
      throw new CallFailed(outcome.kind === 'ok' ? { kind: 'auth' } : outcome);
    }
    return { token: read.token, until: this.#now() + (read.secondsValid - marginSeconds) * 1_000 };
  }
}
