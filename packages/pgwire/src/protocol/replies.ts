/** A column as RowDescription tells it. */
export interface ReplyColumn {
  readonly name: string;
  readonly oid: number;
  /** Bytes of a value; -1 for values of different lengths. */
  readonly length: number;
  readonly modifier: number;
  /** 0: text, 1: binary. */
  readonly format: number;
}

/** The state of a transaction: none, open, failed. */
export type TransactionState = 'I' | 'T' | 'E';

function message(letter: string, ...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeInt32BE(length, 1);
  return Buffer.concat([head, ...parts]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** A text cannot hold a zero byte: it ends there. */
function text(value: string): Buffer {
  return Buffer.from(`${value.replaceAll('\0', '')}\0`);
}

/** The messages of a server, whole. */
export const replies = {
  authenticationOk: message('R', int32(0)),
  cleartextPassword: message('R', int32(3)),
  sasl: (mechanisms: readonly string[]) => message('R', int32(10), ...mechanisms.map(text), Buffer.from([0])),
  saslContinue: (data: string) => message('R', int32(11), Buffer.from(data)),
  saslFinal: (data: string) => message('R', int32(12), Buffer.from(data)),
  parameterStatus: (name: string, value: string) => message('S', text(name), text(value)),
  backendKey: (processId: number, secret: Buffer) => message('K', int32(processId), secret),
  negotiateVersion: (minor: number, unknown: readonly string[]) =>
    message('v', int32(3 * 65_536 + minor), int32(unknown.length), ...unknown.map(text)),
  ready: (state: TransactionState) => message('Z', Buffer.from(state)),
  parseComplete: message('1'),
  bindComplete: message('2'),
  closeComplete: message('3'),
  noData: message('n'),
  emptyQuery: message('I'),
  portalSuspended: message('s'),
  commandComplete: (tag: string) => message('C', text(tag)),
  parameterDescription: (oids: readonly number[]) => message('t', int16(oids.length), ...oids.map(int32)),
  rowDescription: (columns: readonly ReplyColumn[]) =>
    message('T', int16(columns.length), ...columns.map(describeColumn)),
  /** Text rows of COPY TO STDOUT: format 0 is text, 1 is binary. */
  copyOut: (format: number, columns: number) =>
    message(
      'H',
      Buffer.from([format]),
      int16(columns),
      ...Array.from({ length: columns }, () => int16(format)),
    ),
  copyData: (data: Uint8Array) => message('d', Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
  copyDone: message('c'),
  error: (fields: ReplyFields) => message('E', ...fieldsOf(fields)),
  notice: (fields: ReplyFields) => message('N', ...fieldsOf(fields)),
};

/** The fields of an error or a notice. */
export interface ReplyFields {
  readonly severity: 'ERROR' | 'FATAL' | 'WARNING' | 'NOTICE' | 'DEBUG';
  readonly sqlState: string;
  readonly message: string;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  /** Characters from the start of the statement, from 1. */
  readonly position?: number | undefined;
  /** Our own code, where PostgreSQL names the routine that reports. */
  readonly code?: string | undefined;
}

function fieldsOf({
  severity,
  sqlState,
  message: told,
  detail,
  hint,
  position,
  code,
}: ReplyFields): Buffer[] {
  const fields: Record<string, string | number | undefined> = {
    S: severity,
    V: severity,
    C: sqlState,
    M: told,
    D: detail,
    H: hint,
    P: position,
    R: code,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return [...given.map(([letter, value]) => text(`${letter}${value}`)), Buffer.from([0])];
}

function describeColumn({ name, oid, length, modifier, format }: ReplyColumn): Buffer {
  return Buffer.concat([
    text(name),
    int32(0),
    int16(0),
    int32(oid),
    int16(length),
    int32(modifier),
    int16(format),
  ]);
}
