import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dropCluster } from '@sdq/clickhouse';
import { freePorts } from '../../support/free-ports.ts';
import { isMissing } from '../../support/tools.ts';
import { type DrainingProxy, startDrainingProxy } from './draining-proxy.ts';

export const clusterName = 'sdq';

const startMsMax = 60_000;

/** Addresses of nodes of a real ClickHouse server that tests use in place of their own, and the name of its cluster. */
const realServer = process.env.SDQ_TEST_CLICKHOUSE_URL?.split(/[\s,]+/);
const realCluster = process.env.SDQ_TEST_CLICKHOUSE_CLUSTER;

/** Whether there are nodes for tests: those of `npm run tools`, or a real server. */
export const hasClickHouse = realServer !== undefined || !isMissing('clickhouse');

/** A node that listens on ports of this machine. */
export interface ClusterNode {
  /** Where clients reach it. */
  readonly url: string;
  /** From 1. */
  readonly shard: number;
  /** From 1. */
  readonly replica: number;
  /** Between it and clients. */
  readonly front: DrainingProxy;
  /** Between it and other nodes. */
  readonly peers: DrainingProxy;
  /** Ends its process at once, as a crash does. */
  kill(): Promise<void>;
}

export interface TestCluster extends AsyncDisposable {
  readonly nodes: readonly ClusterNode[];
  readonly urls: string[];
  readonly cluster: string | undefined;
}

export interface ClusterOptions {
  readonly shards?: number;
  /** Of each shard. */
  readonly replicas?: number;
  /** Further clusters that each node knows, as XML of `<remote_servers>`. */
  readonly clusters?: string;
  /** A user beside `default`, which only reads: its name and password. */
  readonly reader?: { readonly name: string; readonly password: string };
  /** Where the last node has its data; default: a folder beside that of the others. */
  readonly lastData?: string;
}

/**
 * Nodes for a test that only asks them: those of a real server where there is one, whatever their number, after
 * everything that sdq has put there was dropped.
 */
export async function openCluster(options: ClusterOptions = {}): Promise<TestCluster> {
  if (realServer === undefined) return await startCluster(options);
  await dropCluster({ urls: realServer, cluster: realCluster, all: true });
  return { nodes: [], urls: realServer, cluster: realCluster, [Symbol.asyncDispose]: async () => {} };
}

/** Starts nodes of one cluster on free ports, each with a process and an empty folder of its own. */
export async function startCluster({
  shards = 1,
  replicas = 1,
  clusters = '',
  reader,
  lastData,
}: ClusterOptions = {}): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-clickhouse-'));
  const places = Array.from({ length: shards * replicas }, (_, at) => ({
    shard: Math.floor(at / replicas) + 1,
    replica: (at % replicas) + 1,
  }));
  const nodes: StartedNode[] = [];
  const stop = async () => {
    await Promise.all(nodes.map(async (node) => await node.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const ports = await freePorts(places.length * 2);
    const peers = await Promise.all(places.map((_, at) => startDrainingProxy(ports[at * 2] as number)));
    const hosts = places.map((place, at) => ({ ...place, port: peers[at]?.port ?? 0 }));
    for (const [at, place] of places.entries()) {
      const [tcp = 0, http = 0] = ports.slice(at * 2);
      const [front, peer] = [await startDrainingProxy(http), peers[at] as DrainingProxy];
      const own = join(folder, `shard-${place.shard}-replica-${place.replica}`);
      await mkdir(own);
      await writeFile(join(own, 'users.xml'), usersOf(reader));
      const users = `<users_config>${join(own, 'users.xml')}</users_config>`;
      await writeFile(join(own, 'config.xml'), configurationOf(place, hosts, { clusters, users }));
      const data = (at === places.length - 1 ? lastData : undefined) ?? join(own, 'data');
      nodes.push(new StartedNode({ ...place, data }, own, { tcp, http }, front, peer));
    }
    await Promise.all(nodes.map(async (node) => await node.ready()));
  } catch (error) {
    await stop();
    throw error;
  }
  const cluster = nodes.length > 1 ? clusterName : undefined;
  return { nodes, urls: nodes.map(({ url }) => url), cluster, [Symbol.asyncDispose]: stop };
}

class StartedNode implements ClusterNode {
  readonly url: string;
  readonly shard: number;
  readonly replica: number;
  readonly front: DrainingProxy;
  readonly peers: DrainingProxy;
  readonly #folder: string;
  readonly #process: ChildProcess;
  #hasEnded = false;

  constructor(
    { shard, replica, data }: { shard: number; replica: number; data: string },
    folder: string,
    { tcp, http }: { tcp: number; http: number },
    front: DrainingProxy,
    peers: DrainingProxy,
  ) {
    this.shard = shard;
    this.replica = replica;
    this.front = front;
    this.peers = peers;
    this.url = `http://127.0.0.1:${front.port}`;
    this.#folder = folder;
    const output = openSync(join(folder, 'output.log'), 'a');
    const words = [
      join(import.meta.dirname, 'node-process.ts'),
      '--multiquery',
      `--config-file=${join(folder, 'config.xml')}`,
      `--path=${data}`,
      '--listen-host=127.0.0.1',
      `--tcp_port=${tcp}`,
      `--http_port=${http}`,
      // HTTP last: a node that answers there listens for other nodes too. The last statement reads the standard input, and so
      // keeps the node running.
      "--query=SYSTEM START LISTEN TCP; SYSTEM START LISTEN HTTP; SELECT count() FROM file('-', LineAsString, 'l String') FORMAT Null",
    ];
    this.#process = spawn(process.execPath, words, { stdio: ['pipe', output, output] });
    closeSync(output);
    this.#process.once('exit', () => {
      this.#hasEnded = true;
    });
  }

  async ready(): Promise<void> {
    const latest = Date.now() + startMsMax;
    for (;;) {
      const answer = await fetch(`${this.url}/ping`).catch(() => undefined);
      if (answer?.ok === true) return;
      if (this.#hasEnded || Date.now() > latest) {
        const output = await readFile(join(this.#folder, 'output.log'), 'utf8');
        throw new Error(`A ClickHouse node did not start: ${output.slice(-2_000)}`);
      }
      await pause(50);
    }
  }

  async kill(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    this.front.close();
    this.peers.close();
  }
}

interface Host {
  readonly shard: number;
  readonly replica: number;
  readonly port: number;
}

function configurationOf(
  own: Omit<Host, 'port'>,
  hosts: readonly Host[],
  { clusters, users }: { clusters: string; users: string },
): string {
  const shards = Map.groupBy(hosts, ({ shard }) => shard);
  const replica = ({ port }: Host) => `<replica><host>127.0.0.1</host><port>${port}</port></replica>`;
  const servers = [...shards.values()].map(
    (each) => `<shard><internal_replication>true</internal_replication>${each.map(replica).join('')}</shard>`,
  );
  return `<clickhouse>
  <remote_servers><${clusterName}>${servers.join('')}</${clusterName}>${clusters}</remote_servers>
  <macros><shard>${own.shard}</shard><replica>${own.replica}</replica></macros>
  ${users}
</clickhouse>
`;
}

function usersOf(reader: ClusterOptions['reader']): string {
  const user = (name: string, password: string, profile: string) =>
    `<${name}><password>${password}</password><networks><ip>127.0.0.1</ip></networks><profile>${profile}</profile><quota>default</quota></${name}>`;
  return `<clickhouse>
  <profiles><default/><reader><readonly>2</readonly><allow_ddl>0</allow_ddl></reader></profiles>
  <quotas><default/></quotas>
  <users>${user('default', '', 'default')}${reader === undefined ? '' : user(reader.name, reader.password, 'reader')}</users>
</clickhouse>
`;
}
