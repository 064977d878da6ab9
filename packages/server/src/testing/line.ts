import { randomInt } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** A connection between two sites that a test can cut. */
export class Line {
  /** Connections since the start, also refused ones. */
  connections = 0;
  /** Bytes sent to the target since the start. */
  sent = 0;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #isCut = false;
  #isSilent = false;

  private constructor(target: NetConnectOpts) {
    this.#server = createServer((incoming) => {
      this.connections += 1;
      if (this.#isCut) {
        incoming.destroy();
        return;
      }
      if (this.#isSilent) {
        this.#open.add(incoming);
        incoming.on('error', () => undefined);
        return;
      }
      const outgoing = connect(target);
      for (const socket of [incoming, outgoing]) {
        this.#open.add(socket);
        socket.on('error', () => undefined);
        socket.once('close', () => {
          this.#open.delete(socket);
          incoming.destroy();
          outgoing.destroy();
        });
      }
      incoming.on('data', ({ length }: Buffer) => (this.sent += length));
      incoming.pipe(outgoing).pipe(incoming);
    });
  }

  /** Opens a line to a target, at a socket that everybody may use, or at any port of this machine. */
  static async open(target: NetConnectOpts, at: { path: string } | null = null): Promise<Line> {
    const line = new Line(target);
    line.#server.listen(at ?? { host: '127.0.0.1', port: 0 });
    await once(line.#server, 'listening');
    if (at) await chmod(at.path, 0o777);
    return line;
  }

  /** Open connections. */
  get open(): number {
    return this.#open.size;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#open) socket.destroy();
  }

  /** Cuts open connections; new ones are accepted, and lead nowhere. */
  silence(): void {
    this.cut();
    this.#isCut = false;
    this.#isSilent = true;
  }

  restore(): void {
    this.#isCut = false;
    if (!this.#isSilent) return;
    this.#isSilent = false;
    for (const socket of this.#open) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/**
 * A free TCP port of this machine. Not one of those that systems give to outgoing connections (from 32,768 on), of which another process may get it
 * before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
