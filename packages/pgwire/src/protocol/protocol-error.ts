/** A message that breaks the protocol, or a command that the session itself refuses: told with its SQLSTATE. */
export class ProtocolError extends Error {
  readonly sqlState: string;
  readonly hint: string | undefined;
  /** Whether the connection ends: what follows cannot be read. */
  readonly isFatal: boolean;

  constructor(
    sqlState: string,
    message: string,
    { hint, isFatal = false }: { hint?: string | undefined; isFatal?: boolean } = {},
  ) {
    super(message);
    this.name = 'ProtocolError';
    this.sqlState = sqlState;
    this.hint = hint;
    this.isFatal = isFatal;
  }
}

export function malformed(message: string): ProtocolError {
  return new ProtocolError('08P01', message, { isFatal: true });
}
