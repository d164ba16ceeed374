import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Below the ports that Linux gives to connections, and to servers that ask for any: whoever is to bind one does so seconds later. */
const range = { from: 15_000, to: 32_000 };

/** Ports of 127.0.0.1 that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  while (servers.length < count) {
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(randomInt(range.from, range.to), '127.0.0.1', () => resolve(true));
    });
    if (isFree) servers.push(server);
  }
  const found = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return found;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
