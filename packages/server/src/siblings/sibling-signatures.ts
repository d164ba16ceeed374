import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Accounts } from '@sdq/accounts';

/** The header of a request that a sibling has forwarded. Whoever sends it, the request is not forwarded again. */
export const forwardedHeader = 'sdq-forwarded';

/** How old a forwarded request may be, also by two clocks. */
const validMs = 300_000;

/** What a sibling says of a request that it forwards. */
export interface Forwarded {
  /** The instance that the request is for. */
  readonly to: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** The IP address of the caller. */
  readonly address: string;
}

/** Signatures among instances that share a pepper, and so these secrets. */
export class SiblingSignatures {
  readonly #accounts: Pick<Accounts, 'deriveSecrets'>;

  constructor(accounts: Pick<Accounts, 'deriveSecrets'>) {
    this.#accounts = accounts;
  }

  /** The value of the header of a forwarded request. */
  sign({ to, method, url, address }: Forwarded, now = Date.now()): string {
    return [now, address, this.#mac(['forwarded', to, method, url, address, now])].join(' ');
  }

  /** The address of the caller that a sibling names; undefined when no sibling has signed it. */
  addressOf(
    header: string,
    { to, method, url }: Omit<Forwarded, 'address'>,
    now = Date.now(),
  ): string | undefined {
    const [, time = '', address = '', mac = ''] = /^(\d{1,15}) (\S{1,64}) (\S{43})$/.exec(header) ?? [];
    const at = Number(time);
    if (mac === '' || Math.abs(now - at) > validMs) return undefined;
    return this.#verify(mac, ['forwarded', to, method, url, address, at]) ? address : undefined;
  }

  /** What shows that an instance knows the secret; `nonce` is the asker's. */
  prove(instance: string, nonce: string): string {
    return this.#mac(['instance', instance, nonce]);
  }

  isProof(proof: string, instance: string, nonce: string): boolean {
    return this.#verify(proof, ['instance', instance, nonce]);
  }

  #mac(parts: readonly unknown[]): string {
    return macOf(this.#secrets()[0] as Buffer, parts);
  }

  #verify(mac: string, parts: readonly unknown[]): boolean {
    const given = Buffer.from(mac);
    return this.#secrets().some((secret) => {
      const own = Buffer.from(macOf(secret, parts));
      return own.length === given.length && timingSafeEqual(own, given);
    });
  }

  #secrets(): readonly Buffer[] {
    return this.#accounts.deriveSecrets('siblings');
  }
}

function macOf(secret: Buffer, parts: readonly unknown[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}
