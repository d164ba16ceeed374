import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ScramVerifier } from '@sdq/accounts';
import { ByteReader } from '../protocol/byte-reader.ts';
import { malformed } from '../protocol/protocol-error.ts';
import { replies } from '../protocol/replies.ts';

export const mechanism = 'SCRAM-SHA-256';
const saltBytes = 16;
const secret = randomBytes(32);

/** A verifier that nothing matches, the same for each name, so that nobody learns which keys exist. */
export function impossibleVerifier(name: string): ScramVerifier {
  const salt = createHmac('sha256', secret).update(name).digest().subarray(0, saltBytes);
  return { iterations: 4_096, salt, storedKey: randomBytes(32), serverKey: randomBytes(32) };
}

export interface SaslExchange {
  send(message: Buffer): Promise<void>;
  /** The body of the next message of the client. Errors: ProtocolError when it leaves. */
  receive(): Promise<Buffer>;
}

/** Whether the client has proved that it has the key (RFC 5802). Errors: ProtocolError for a malformed exchange. */
export async function checkScram(verifier: ScramVerifier, { send, receive }: SaslExchange): Promise<boolean> {
  await send(replies.sasl([mechanism]));
  const initial = new ByteReader(await receive());
  if (initial.text() !== mechanism) throw malformed(`The login has one mechanism, ${mechanism}`);
  const first = initial.take(initial.int32()).toString();
  const [, header, clientNonce, bare] = readFirst(first);
  const nonce = clientNonce + randomBytes(18).toString('base64');
  const { iterations, salt, storedKey, serverKey } = verifier;
  const serverFirst = `r=${nonce},s=${salt.toString('base64')},i=${iterations}`;
  await send(replies.saslContinue(serverFirst));
  const final = (await receive()).toString();
  const [, withoutProof, binding, givenNonce, proofText] =
    /^(c=([^,]+),r=([^,]+)(?:,[^p][^,]*)*),p=([\w+/=]+)$/.exec(final) ?? [];
  if (
    withoutProof === undefined ||
    binding !== Buffer.from(header).toString('base64') ||
    givenNonce !== nonce
  )
    throw malformed('The login by SCRAM is malformed');
  const message = `${bare},${serverFirst},${withoutProof}`;
  const hmac = (key: Buffer) => createHmac('sha256', key).update(message).digest();
  const signature = hmac(storedKey);
  const proof = Buffer.from(proofText ?? '', 'base64');
  if (proof.length !== signature.length) return false;
  const clientKey = Buffer.from(proof.map((byte, index) => byte ^ (signature[index] as number)));
  if (!timingSafeEqual(createHash('sha256').update(clientKey).digest(), storedKey)) return false;
  await send(replies.saslFinal(`v=${hmac(serverKey).toString('base64')}`));
  return true;
}

/** `n,,n=,r=nonce`: the header, the nonce, and the message without the header. */
function readFirst(text: string): [all: string, header: string, nonce: string, bare: string] {
  const [all, header, bare, nonce] =
    /^([ny],(?:a=[^,]*)?,)(n=[^,]*,r=([\x21-\x2b\x2d-\x7e]{1,256})(?:,.*)?)$/s.exec(text) ?? [];
  if (all === undefined || header === undefined || nonce === undefined || bare === undefined)
    throw malformed('The login by SCRAM is malformed, or asks for channel binding');
  return [all, header, nonce, bare];
}
