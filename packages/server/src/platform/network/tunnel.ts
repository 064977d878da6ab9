import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { publicLookup, refusePrivateHost } from './public-addresses.ts';

/** The other side sent more than it may. */
export class TunnelFullError extends Error {
  override name = 'TunnelFullError';
  constructor(maxBytes: number) {
    super(`More than ${maxBytes} bytes were received`);
  }
}

export interface TunnelOptions {
  /** Allows addresses of this machine and of private networks. */
  isLocalAllowed: boolean;
  /** What may be received in total; Infinity for no limit. */
  maxBytes: number;
}

/** A proxy on this machine that leads to one host and port only, for a program whose connections cannot be checked otherwise. */
export interface Tunnel {
  /** The address of the proxy. */
  readonly proxy: string;
  /** The first failed connection: PrivateAddressError, TunnelFullError or the error of the network. */
  readonly failure: Error | null;
  close(): void;
}

/** More connections at a time are refused. */
const MAX_CONNECTIONS = 20;

/**
 * Opens a tunnel to the host of a URL. The program cannot reach any other host; the address is checked when connecting
 * (publicLookup), which prevents DNS rebinding. TLS is between the program and the host.
 */
export async function openTunnel(url: URL, { isLocalAllowed, maxBytes }: TunnelOptions): Promise<Tunnel> {
  const host = url.hostname;
  const port = Number(url.port || 443);
  const open = new Set<Duplex>();
  let failure: Error | null = null;
  let received = 0;

  const keep = (socket: Duplex): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  const begin = (): Socket => {
    if (!isLocalAllowed) refusePrivateHost(url);
    return connect({
      host: host.replace(/^\[|\]$/g, ''),
      port,
      ...(!isLocalAllowed && { lookup: publicLookup }),
    });
  };
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received <= maxBytes) return;
    failure ??= new TunnelFullError(maxBytes);
    for (const socket of open) socket.destroy();
  };

  const server = createServer((_request, response) => response.writeHead(405).end());
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connect', (request, client, head) => {
    keep(client);
    client.on('error', () => client.destroy());
    if (request.url !== `${host}:${port}`) {
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const fail = (error: Error): void => {
      failure ??= error;
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    };
    try {
      const remote = begin();
      keep(remote);
      remote.once('connect', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        remote.write(head);
        remote.on('data', count);
        remote.pipe(client);
        client.pipe(remote);
      });
      remote.on('error', fail);
      remote.once('close', () => client.end());
      client.once('close', () => remote.destroy());
    } catch (error) {
      fail(error as Error);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get failure() {
      return failure;
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
