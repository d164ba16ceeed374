import { isIP } from 'node:net';
import { z } from 'zod';

/** Metadata of a setting. */
export interface SettingFacts {
  group: SettingGroup;
  /** One-line description. */
  about: string;
  /** Default value, as it would be written in the environment; undefined if the setting is optional. */
  default?: string;
  /** The value is redacted in all output. */
  isSecret?: boolean;
}

export const settingGroups = [
  'service',
  'accounts',
  'data',
  'limits',
  'engine',
  'connections',
  'monitoring',
  'command',
] as const;

export type SettingGroup = (typeof settingGroups)[number];

/** An environment variable and the schema that parses its text. */
export function setting<Value>(
  read: z.ZodType<Value, string>,
  facts: SettingFacts & { default: string },
): z.ZodType<Value, string | undefined>;
export function setting<Value>(
  read: z.ZodType<Value, string>,
  facts: SettingFacts,
): z.ZodType<Value | undefined, string | undefined>;
export function setting<Value>(read: z.ZodType<Value, string>, facts: SettingFacts): z.ZodType {
  const schema = facts.default === undefined ? read.optional() : read.prefault(facts.default);
  return schema.meta({ ...facts });
}

export const text = z.string();

export function whole(min: number, max: number): z.ZodType<number, string> {
  return read(`a whole number from ${min} to ${max}`, (given) => {
    const value = Number(given);
    return /^\d{1,15}$/.test(given) && value >= min && value <= max ? value : undefined;
  });
}

export function share(): z.ZodType<number, string> {
  return read('a number from 0 to 1', (given) => {
    const value = Number(given);
    return /^\d+(\.\d+)?$/.test(given) && value <= 1 ? value : undefined;
  });
}

export function oneOf<const Value extends string>(values: readonly Value[]): z.ZodType<Value, string> {
  return read(`one of ${values.join(', ')}`, (given) => values.find((value) => value === given));
}

/** `1` is on and `0` is off. Other values are refused, so that `true` or `yes` is not read as off. */
export const flag: z.ZodType<boolean, string> = read('0 or 1', (given) =>
  given === '1' ? true : given === '0' ? false : undefined,
);

const unitBytes: Readonly<Record<string, number>> = {
  '': 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

/** A size in bytes, such as `512MiB`. */
export function size(min: number): z.ZodType<number, string> {
  return read(`a size of ${min} bytes or more, such as 512MiB or 4GB`, (given) => {
    const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(given) ?? [];
    const bytes = Math.round(Number(digits) * (unitBytes[unit.toLowerCase()] ?? Number.NaN));
    return digits !== '' && bytes >= min ? bytes : undefined;
  });
}

export function url(...protocols: string[]): z.ZodType<string, string> {
  const prefixes = protocols.map((protocol) => `${protocol}://`).join(' or ');
  return read(`a URL that begins with ${prefixes}`, (given) => {
    const protocol = URL.canParse(given) ? new URL(given).protocol.slice(0, -1) : '';
    return protocols.includes(protocol) ? given : undefined;
  });
}

/** `host:port`, `[::1]:port`, or a port on 127.0.0.1. */
export const listenAddress: z.ZodType<{ host: string; port: number }, string> = read(
  'host:port, such as 127.0.0.1:9464',
  (given) => {
    const [, bracketed, plain = '127.0.0.1', digits] =
      /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(given) ?? [];
    const port = Number(digits);
    return digits !== undefined && port <= 65_535 ? { host: bracketed ?? plain, port } : undefined;
  },
);

/** Comma-separated web origins, or `*`. */
export const origins: z.ZodType<string[], string> = read(
  'a comma-separated list of origins such as https://app.example.org, or *',
  (given) => {
    const all = given.split(',').map((each) => each.trim());
    const isOrigin = (each: string) => each === '*' || (URL.canParse(each) && new URL(each).origin === each);
    return all.every(isOrigin) ? all : undefined;
  },
);

/** Comma-separated IP addresses, CIDR ranges such as `10.0.0.0/8`, and names of predefined ranges. */
export const proxies: z.ZodType<string, string> = read(
  'a comma-separated list of IP addresses and CIDR ranges such as 127.0.0.1,10.0.0.0/8, or of loopback, linklocal and uniquelocal',
  (given) => (given.split(',').every((each) => isProxy(each.trim())) ? given : undefined),
);

const backendNames = ['duckdb', 'clickhouse'] as const;

/**
 * The platforms that a cluster answers: `clickhouse` for all, `duckdb` for none, or a comma-separated list of
 * `platform=backend`, where platforms that are absent are of DuckDB.
 */
export const clusterPlatforms: z.ZodType<'all' | readonly string[], string> = read(
  'duckdb, clickhouse, or platforms with theirs, such as shortvideo=clickhouse,network=duckdb',
  (given) => {
    if (given === 'duckdb') return [];
    if (given === 'clickhouse') return 'all';
    const pairs = given.split(',').map((each) => each.trim().split('='));
    const isPair = ([platform = '', backend = '', ...more]: readonly string[]) =>
      /^[a-z][a-z0-9_]*$/.test(platform) &&
      backendNames.some((name) => name === backend) &&
      more.length === 0;
    const platforms = pairs.map(([platform = '']) => platform);
    if (!pairs.every(isPair) || new Set(platforms).size < platforms.length) return undefined;
    return pairs.flatMap(([platform = '', backend]) => (backend === 'clickhouse' ? [platform] : []));
  },
);

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (prefix === undefined || (family === 4 && isIP(prefix) === 4)) return true; // the second form has a netmask
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** Comma-separated `name=value` with percent-encoded values, as OpenTelemetry specifies. */
export const headerList: z.ZodType<Record<string, string>, string> = read(
  'a comma-separated list of name=value',
  (given) => {
    const pairs = given.split(',').map((each) => /^\s*([\w-]+)\s*=(.*)$/.exec(each));
    if (pairs.some((pair) => pair === null)) return undefined;
    try {
      return Object.fromEntries(
        pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2]?.trim() ?? '')]),
      );
    } catch {
      return undefined; // an invalid percent encoding
    }
  },
);

function read<Value>(what: string, parse: (given: string) => Value | undefined): z.ZodType<Value, string> {
  return z.string().transform((given, context) => {
    const value = parse(given);
    if (value === undefined) context.addIssue({ code: 'custom', message: what });
    return value as Value;
  });
}
