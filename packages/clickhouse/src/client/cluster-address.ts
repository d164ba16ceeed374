import { AppError } from '@sdq/contract';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Certificates of authorities that sign those of the nodes, as PEM; default: those of the system. */
  readonly caCert?: Buffer | undefined;
}

/** Where a cluster is, and as whom. */
export interface ClusterAddress {
  /** Every node, each over HTTP or HTTPS. */
  readonly urls: readonly URL[];
  readonly credentials: Credentials;
  /** Name of the cluster in the configuration of its nodes; one node needs none. */
  readonly cluster: string | undefined;
}

export interface GivenAddress {
  readonly urls: readonly string[];
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly caCert?: Buffer | undefined;
  readonly cluster?: string | undefined;
}

/**
 * Reads the addresses of nodes: `http://host:8123`, `https://user:password@host:8443`. The user and the password
 * are the same for all nodes. Errors: `usage_error`, which repeats no password.
 */
export function readClusterAddress(given: GivenAddress): ClusterAddress {
  const urls = given.urls.flatMap((each) => each.split(/[\s,]+/)).filter((each) => each !== '');
  if (urls.length === 0)
    throw refused(
      'No node is named',
      'Name each node: --clickhouse http://host:8123 …, or SDQ_CLICKHOUSE_URL',
    );
  const read = urls.map(readUrl);
  const named = read.find(({ username }) => username !== '');
  const username = given.username ?? (decodeURIComponent(named?.username ?? '') || 'default');
  const password = given.password ?? decodeURIComponent(named?.password ?? '');
  const origins = read.map(({ origin }) => origin);
  const twice = origins.find((origin, at) => origins.indexOf(origin) !== at);
  if (twice !== undefined) throw refused(`${twice} is named twice`, 'Name each node once');
  const { caCert, cluster } = given;
  if (cluster !== undefined && !/^[A-Za-z_][\w-]*$/.test(cluster))
    throw refused(`"${cluster}" is no name of a cluster`, 'Take a name of system.clusters');
  return { urls: read, credentials: { username, password, caCert }, cluster };
}

function readUrl(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refused('An address of a node is no URL', 'Write http://host:8123 or https://host:8443');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(`${url.protocol}//${url.host} is not reached over HTTP`, 'Write http:// or https://');
  if (url.pathname !== '/' || url.search !== '')
    throw refused(`${url.origin} has a path or parameters`, 'Write only the host and the port');
  return url;
}

function refused(message: string, hint: string): AppError {
  return new AppError('usage_error', message, { hint });
}
