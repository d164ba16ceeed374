import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/** PostgreSQL's own number. A key has 178 random bits: what slows down guesses of passwords adds nothing to them. */
const iterations = 4_096;
const saltBytes = 16;
const keyBytes = 32;

/** What a server needs to check a SCRAM-SHA-256 login (RFC 5802, RFC 7677); nobody can log in with it. */
export interface ScramVerifier {
  readonly iterations: number;
  readonly salt: Buffer;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

/** The verifier of a key, as PostgreSQL writes it: `SCRAM-SHA-256$<iterations>:<salt>$<stored key>:<server key>`. About 2 ms. */
export async function makeScramVerifier(key: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const salted = await promisify(pbkdf2)(key, salt, iterations, keyBytes, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest();
  const [saltText, storedText, serverText] = [salt, storedKey, keyOf('Server Key')].map((bytes) =>
    bytes.toString('base64'),
  );
  return `SCRAM-SHA-256$${iterations}:${saltText}$${storedText}:${serverText}`;
}

/** Undefined for a text that is no verifier. */
export function readScramVerifier(text: string): ScramVerifier | undefined {
  const [, count, salt, stored, server] =
    /^SCRAM-SHA-256\$(\d{1,7}):([\w+/=]+)\$([\w+/=]+):([\w+/=]+)$/.exec(text) ?? [];
  if (count === undefined || salt === undefined || stored === undefined || server === undefined)
    return undefined;
  const bytes = (value: string) => Buffer.from(value, 'base64');
  return { iterations: Number(count), salt: bytes(salt), storedKey: bytes(stored), serverKey: bytes(server) };
}
