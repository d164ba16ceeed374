import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';

/** Where a bucket is and who asks for it. */
export interface S3Access {
  readonly region: string;
  /** Address of a server other than Amazon's; undefined for Amazon's. */
  readonly endpoint: string | undefined;
  /** Undefined if none are configured: only public objects can be read. */
  readonly credentials: S3Credentials | undefined;
}

interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

type Settings = Readonly<Record<string, string>>;

/**
 * Reads access to S3 as Amazon's own programs do: from the variables AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
 * AWS_SESSION_TOKEN, AWS_REGION, AWS_ENDPOINT_URL, else from the profile AWS_PROFILE in `~/.aws`. Errors: `usage_error` for a profile
 * that does not exist or has no keys of its own, and for an invalid address.
 */
export async function readS3Access(environment: NodeJS.ProcessEnv): Promise<S3Access> {
  const name = environment.AWS_PROFILE ?? environment.AWS_DEFAULT_PROFILE;
  const profile = await readProfile(name ?? 'default', environment);
  const { AWS_REGION, AWS_DEFAULT_REGION, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = environment;
  return {
    region: AWS_REGION ?? AWS_DEFAULT_REGION ?? profile?.region ?? 'us-east-1',
    endpoint: checkedAddress(AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL ?? profile?.endpoint_url),
    credentials: ofEnvironment(environment) ?? ofProfile(profile, name),
  };
}

function checkedAddress(address: string | undefined): string | undefined {
  if (address === undefined || /^https?:$/.test(URL.parse(address)?.protocol ?? '')) return address;
  throw new AppError('usage_error', 'The address in AWS_ENDPOINT_URL or "endpoint_url" is not valid', {
    hint: 'It begins with "https://" or "http://".',
  });
}

function ofEnvironment(environment: NodeJS.ProcessEnv): S3Credentials | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey) return undefined;
  const sessionToken = environment.AWS_SESSION_TOKEN;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

function ofProfile(profile: Settings | undefined, name: string | undefined): S3Credentials | undefined {
  const { aws_access_key_id, aws_secret_access_key, aws_session_token } = profile ?? {};
  if (aws_access_key_id !== undefined && aws_secret_access_key !== undefined) {
    return {
      accessKeyId: aws_access_key_id,
      secretAccessKey: aws_secret_access_key,
      ...(aws_session_token !== undefined && { sessionToken: aws_session_token }),
    };
  }
  const isOther = ['role_arn', 'sso_session', 'sso_start_url', 'credential_process'].some(
    (key) => key in (profile ?? {}),
  );
  if (profile === undefined && name !== undefined) {
    throw new AppError('usage_error', `There is no AWS profile "${name}"`, {
      hint: 'Check AWS_PROFILE and the files in ~/.aws.',
    });
  }
  if (!isOther) return undefined;
  throw new AppError('usage_error', `The AWS profile "${name ?? 'default'}" has no keys of its own`, {
    hint: 'Run: eval "$(aws configure export-credentials --format env)"',
  });
}

async function readProfile(name: string, environment: NodeJS.ProcessEnv): Promise<Settings | undefined> {
  const folder = join(homedir(), '.aws');
  const config = await readSections(environment.AWS_CONFIG_FILE ?? join(folder, 'config'));
  const keys = await readSections(environment.AWS_SHARED_CREDENTIALS_FILE ?? join(folder, 'credentials'));
  const found = [config.get(`profile ${name}`), config.get(name), keys.get(name)].filter(
    (each) => each !== undefined,
  );
  return found.length === 0 ? undefined : Object.assign({}, ...found);
}

/** Sections of `name = value`; none if the file does not exist. */
async function readSections(path: string): Promise<Map<string, Record<string, string>>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const sections = new Map<string, Record<string, string>>();
  let current: Record<string, string> | undefined;
  for (const line of text.split('\n')) {
    const section = /^\s*\[\s*([^\]]+?)\s*\]/.exec(line)?.[1];
    if (section !== undefined) {
      current = {};
      sections.set(section, current);
    }
    const [, key, value] = /^([a-z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (current !== undefined && key !== undefined && value !== undefined) current[key] = value;
  }
  return sections;
}
