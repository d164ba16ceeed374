import { readFile } from 'node:fs/promises';
import type { GivenAddress } from '@sdq/clickhouse';
import { AppError } from '@sdq/contract';
import { type Command, Option } from 'commander';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';

export interface ClusterFlags {
  clickhouse?: string[];
  cluster?: string;
}

/** The options that name a cluster, of every command of `sdq cluster`. */
export function withClusterOptions(command: Command): Command {
  return command
    .option(
      '--clickhouse <url...>',
      'every node of the cluster, over HTTP or HTTPS (default: SDQ_CLICKHOUSE_URL). Give passwords in SDQ_CLICKHOUSE_PASSWORD',
    )
    .addOption(
      new Option(
        '--cluster <name>',
        'name of the cluster in the configuration of its nodes (default: SDQ_CLICKHOUSE_CLUSTER)',
      ),
    );
}

/** Errors: `usage_error` where no node is named, `file_missing` for the certificates. */
export async function clusterAddress(
  flags: ClusterFlags,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<GivenAddress> {
  return await addressOf(readSettings(environment), flags);
}

/** The cluster of the settings. */
export async function addressOf(settings: Settings, flags: ClusterFlags = {}): Promise<GivenAddress> {
  const { SDQ_CLICKHOUSE_URL, SDQ_CLICKHOUSE_CA, SDQ_CLICKHOUSE_CLUSTER } = settings;
  const urls = flags.clickhouse ?? (SDQ_CLICKHOUSE_URL === undefined ? [] : [SDQ_CLICKHOUSE_URL]);
  return {
    urls,
    username: settings.SDQ_CLICKHOUSE_USER,
    password: settings.SDQ_CLICKHOUSE_PASSWORD,
    cluster: flags.cluster ?? SDQ_CLICKHOUSE_CLUSTER,
    caCert: SDQ_CLICKHOUSE_CA === undefined ? undefined : await readCertificates(SDQ_CLICKHOUSE_CA),
  };
}

async function readCertificates(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new AppError('file_missing', `"${path}" cannot be read`, {
      hint: 'SDQ_CLICKHOUSE_CA names a file of certificates in PEM',
      cause,
    });
  }
}
