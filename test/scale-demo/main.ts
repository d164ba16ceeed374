import { runProgram } from '../support/runs/run-program.ts';
import { demonstrate } from './demonstrate.ts';
import { proxyNames } from './proxy.ts';

const wholeNumber = (name: string, text: string, [least, most]: readonly [number, number]) => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`--${name} must be a whole number from ${least} to ${most}, not ${text}`);
};

if (process.argv.includes('--clickhouse')) {
  // the demonstration of a cluster reads options of its own
  process.argv = process.argv.filter((word) => word !== '--clickhouse');
  await import('../clickhouse/demo/main.ts');
} else await runReplicas();

async function runReplicas(): Promise<never> {
  return await runProgram({
    command: 'npm run scale:demo --',
    purpose: `Starts from nothing, on this machine: an object store, a publisher that follows a folder, PostgreSQL, and two replicas
behind a load balancer with the configuration in deploy/. Under load, videos are added and become visible on both, a replica is
killed, and both are replaced one after the other: no request may fail, and the books must balance. Everything ends and is deleted
with it, also on Ctrl-C. Without names: nginx. It needs PostgreSQL, and nginx or Caddy (Debian: apt-get install postgresql
nginx-light caddy).
With --clickhouse: three ClickHouse nodes, and both backends asked the same questions; its options: --clickhouse --help.`,
    runs: Object.fromEntries(
      proxyNames.map((name) => [
        name,
        {
          about: `two replicas behind ${name}`,
          run: (options: Parameters<typeof demonstrate>[1]) => demonstrate(name, options),
        },
      ]),
    ),
    defaults: ['nginx'],
    flags: {
      seconds: { type: 'string', placeholder: 'N', about: 'how long the load lasts at least, default 60' },
      rows: { type: 'string', placeholder: 'N', about: 'videos at the start, default 20000' },
      from: {
        type: 'string',
        placeholder: 'DIR',
        about: 'a checkout of the version that both replicas have at first, default: this one',
      },
      clients: { type: 'string', placeholder: 'N', about: 'clients that ask at the same time, default 8' },
    },
    read: ({ seconds = '60', rows = '20000', clients = '8', from, json }) => ({
      seconds: wholeNumber('seconds', String(seconds), [1, 86_400]),
      rows: wholeNumber('rows', String(rows), [1_000, 10_000_000]),
      clients: wholeNumber('clients', String(clients), [1, 64]),
      from: from === undefined ? undefined : String(from),
      tell: (line: string) => void process.stderr.write(json === true ? '' : `${line}\n`),
    }),
  });
}
