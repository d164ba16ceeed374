import { randomBytes } from 'node:crypto';
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as sendHttp } from 'node:http';
import { Agent as HttpsAgent, request as sendHttps } from 'node:https';
import { siblingLimits } from './sibling-limits.ts';
import type { SiblingSignatures } from './sibling-signatures.ts';

/** Nothing listens at an address any more, or something else does. */
export class SiblingGone extends Error {}

/** An instance that may live, and does not answer now. */
export class SiblingSilent extends Error {}

export const proofPath = '/siblings/proof';

/** Errors that say that nobody is there; others may pass. */
const goneCodes = new Set(['ECONNREFUSED', 'ENOTFOUND']);

export interface Outgoing {
  method: string;
  /** Path and query. */
  url: string;
  headers: NodeJS.Dict<string | string[]>;
}

/** One connection to an instance, which has shown on it that it is that instance: credentials of callers go over it. */
export class SiblingConnection implements Disposable {
  readonly #base: URL;
  readonly #agent: HttpAgent | HttpsAgent;

  private constructor(address: string) {
    this.#base = new URL(address);
    const options = { keepAlive: true, maxSockets: 1, maxTotalSockets: 1 };
    this.#agent = this.#base.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** Errors: {@link SiblingGone}, {@link SiblingSilent}. */
  static async open(
    address: string,
    instance: string,
    signatures: SiblingSignatures,
  ): Promise<SiblingConnection> {
    const connection = new SiblingConnection(address);
    try {
      await connection.#askProof(instance, signatures);
      return connection;
    } catch (error) {
      connection[Symbol.dispose]();
      throw error;
    }
  }

  /** Begins a request on the connection; its body is still to be written. */
  begin({ method, url, headers }: Outgoing): ClientRequest {
    const isSecure = this.#base.protocol === 'https:';
    const path = this.#base.pathname.replace(/\/$/, '') + url;
    const { hostname, port } = this.#base;
    const options = { method, path, headers, hostname: hostname.replace(/^\[|\]$/g, ''), port };
    return isSecure
      ? sendHttps({ ...options, agent: this.#agent as HttpsAgent })
      : sendHttp({ ...options, agent: this.#agent as HttpAgent });
  }

  async #askProof(instance: string, signatures: SiblingSignatures): Promise<void> {
    const nonce = randomBytes(16).toString('hex');
    const asking = this.begin({
      method: 'GET',
      url: `${proofPath}?nonce=${nonce}`,
      headers: { host: this.#base.host },
    });
    const limit = setTimeout(() => asking.destroy(new Error('no proof in time')), siblingLimits.proofMs);
    try {
      asking.end();
      const response = await responseTo(asking);
      const text = await shortText(response);
      if ((response.statusCode ?? 0) >= 500) throw new SiblingSilent(`HTTP ${response.statusCode}`);
      const { proof } = proofIn(text);
      if (!signatures.isProof(proof, instance, nonce)) throw new SiblingGone('another process answers');
    } catch (error) {
      if (error instanceof SiblingGone || error instanceof SiblingSilent) throw error;
      const { code = '', message } = error as NodeJS.ErrnoException;
      throw goneCodes.has(code) ? new SiblingGone(message) : new SiblingSilent(message);
    } finally {
      clearTimeout(limit);
    }
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

/** The head of the response to a request. */
export async function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
  });
}

async function shortText(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > siblingLimits.proofBytes) throw new SiblingGone('another program answers');
  }
  return text;
}

function proofIn(text: string): { proof: string } {
  try {
    const { proof } = JSON.parse(text) as { proof?: unknown };
    return { proof: String(proof) };
  } catch {
    return { proof: '' };
  }
}
