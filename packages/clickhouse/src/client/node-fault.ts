import { ClickHouseError } from '@clickhouse/client';

/** What a node answered in place of rows: ClickHouse's number and name of the error, and its text. */
export class NodeFault extends Error {
  readonly code: number;
  readonly type: string;

  constructor(code: number, type: string, message: string) {
    super(message);
    this.name = 'NodeFault';
    this.code = code;
    this.type = type;
  }
}

/** A node that was not reached, or left before its answer was complete. */
export class NodeLost extends Error {
  /** The node, without credentials. */
  readonly node: string;

  constructor(node: string, cause: unknown) {
    super(`${node}: ${reasonOf(cause)}`, { cause });
    this.name = 'NodeLost';
    this.node = node;
  }
}

/** Codes with which a node says that it did not reach another one, or that this one left. */
const lostCodes: ReadonlySet<number> = new Set([
  32, // ATTEMPT_TO_READ_AFTER_EOF
  198, // DNS_ERROR
  209, // SOCKET_TIMEOUT
  210, // NETWORK_ERROR
  236, // ABORTED: it is being stopped
  279, // ALL_CONNECTION_TRIES_FAILED
  519, // ALL_REPLICAS_LOST
  735, // QUERY_WAS_CANCELLED_BY_CLIENT: the connection from the first node to this one broke
]);

/** Whether another node may answer what this one did not. */
export function isLost(error: unknown): boolean {
  return error instanceof NodeLost || (error instanceof NodeFault && lostCodes.has(error.code));
}

/** The error of a request to a node. */
export function toNodeError(error: unknown, node: string): Error {
  if (error instanceof NodeFault || error instanceof NodeLost) return error;
  if (error instanceof ClickHouseError)
    return new NodeFault(Number(error.code), error.type ?? '', error.message);
  return faultIn(String((error as Error | undefined)?.message ?? '')) ?? new NodeLost(node, error);
}

/** The error that a text of ClickHouse's tells: `Code: 241. DB::Exception: … (MEMORY_LIMIT_EXCEEDED)`. */
export function faultIn(text: string): NodeFault | undefined {
  const found =
    /Code: (\d+)\. DB::Exception: ([\s\S]*?)(?: \(([A-Z0-9_]+)\))?(?: \(version [^)]*\))?\s*$/.exec(text);
  if (found === null) return undefined;
  const [, code = '0', message = '', type = ''] = found;
  return new NodeFault(Number(code), type, message);
}

/** What Node.js says of a connection, without addresses that hold credentials. */
function reasonOf(cause: unknown): string {
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? (message === undefined || message === '' ? 'no answer' : message.split('\n', 1)[0]) ?? '';
}
