import type { App } from '../app.ts';

/** The URL of a listening application for clients on this machine. */
export function listeningUrl(app: App): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return 'http://localhost';
  const isAny = address.address === '0.0.0.0' || address.address === '::';
  return `http://${authority(isAny ? 'localhost' : address.address, address.port)}`;
}

/** `host:port`, brackets around an IPv6 address. */
export function authority(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
