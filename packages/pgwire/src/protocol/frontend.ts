import { ByteReader } from './byte-reader.ts';
import { malformed } from './protocol-error.ts';

/** A message of a client after the start, read from its type and body. */
export type FrontendMessage =
  | { type: 'query'; text: string }
  | { type: 'parse'; name: string; text: string; parameterTypes: number[] }
  | {
      type: 'bind';
      portal: string;
      statement: string;
      parameterFormats: number[];
      parameters: (Buffer | null)[];
      resultFormats: number[];
    }
  | { type: 'describe'; of: 'statement' | 'portal'; name: string }
  | { type: 'close'; of: 'statement' | 'portal'; name: string }
  | { type: 'execute'; portal: string; rowsMax: number }
  | { type: 'sync' | 'flush' | 'terminate' | 'copy' }
  | { type: 'password'; body: Buffer };

/** Errors: ProtocolError, fatal. */
export function readFrontend(letter: string, body: Buffer): FrontendMessage {
  const bytes = new ByteReader(body);
  const message = readBody(letter, bytes);
  bytes.end();
  return message;
}

function readBody(letter: string, bytes: ByteReader): FrontendMessage {
  switch (letter) {
    case 'Q':
      return { type: 'query', text: bytes.text() };
    case 'P':
      return {
        type: 'parse',
        name: bytes.text(),
        text: bytes.text(),
        parameterTypes: bytes.list(() => bytes.int32()),
      };
    case 'B':
      return {
        type: 'bind',
        portal: bytes.text(),
        statement: bytes.text(),
        parameterFormats: bytes.list(() => format(bytes.int16())),
        parameters: bytes.list(() => value(bytes)),
        resultFormats: bytes.list(() => format(bytes.int16())),
      };
    case 'D':
    case 'C':
      return { type: letter === 'D' ? 'describe' : 'close', of: target(bytes.uint8()), name: bytes.text() };
    case 'E':
      return { type: 'execute', portal: bytes.text(), rowsMax: Math.max(0, bytes.int32()) };
    case 'S':
      return { type: 'sync' };
    case 'H':
      return { type: 'flush' };
    case 'X':
      return { type: 'terminate' };
    case 'p':
      return { type: 'password', body: bytes.take(bytes.left) };
    case 'd':
    case 'c':
    case 'f':
      bytes.take(bytes.left);
      return { type: 'copy' };
    default:
      throw malformed(`There is no message of type ${JSON.stringify(letter)}`);
  }
}

function format(code: number): number {
  if (code !== 0 && code !== 1) throw malformed(`There is no format ${code}: 0 is text, 1 is binary`);
  return code;
}

function value(bytes: ByteReader): Buffer | null {
  const length = bytes.int32();
  if (length === -1) return null;
  return bytes.take(length);
}

function target(code: number): 'statement' | 'portal' {
  if (code === 0x53) return 'statement';
  if (code === 0x50) return 'portal';
  throw malformed('Describe and Close name a statement (S) or a portal (P)');
}

/** What a connection begins with. */
export type StartupMessage =
  | { type: 'tls' | 'gss' }
  | { type: 'cancel'; processId: number; secret: Buffer }
  | { type: 'startup'; minor: number; parameters: Map<string, string> };

const requests = { tls: 80_877_103, gss: 80_877_104, cancel: 80_877_102 };

/** Errors: ProtocolError, fatal. */
export function readStartup(body: Buffer): StartupMessage {
  const bytes = new ByteReader(body);
  const code = bytes.int32();
  if (code === requests.tls) return { type: 'tls' };
  if (code === requests.gss) return { type: 'gss' };
  if (code === requests.cancel) {
    return { type: 'cancel', processId: bytes.int32(), secret: bytes.take(bytes.left) };
  }
  if (code >>> 16 !== 3) throw malformed('This listener speaks version 3 of the PostgreSQL protocol');
  const parameters = new Map<string, string>();
  while (bytes.left > 1) parameters.set(bytes.text(), bytes.text());
  if (bytes.left !== 1 || bytes.uint8() !== 0) throw malformed('The startup message has no end');
  return { type: 'startup', minor: code & 0xffff, parameters };
}
