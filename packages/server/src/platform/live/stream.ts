import type { ServerResponse } from 'node:http';

/** Maximum buffered bytes by default; a slower reader is disconnected, and reloads after reconnecting. */
const MAX_BUFFERED_BYTES = 64 * 1024;
/** Delay after which browsers reconnect. */
const RETRY_MS = 2_000;

/** An open response of server-sent events. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #maxBufferedBytes: number;
  #isOpen = true;
  readonly #onClose: (() => void)[] = [];

  /** Sends the head immediately. `headers`: headers already set for every response. */
  constructor(
    response: ServerResponse,
    headers: Readonly<Record<string, number | string | string[] | undefined>>,
    maxBufferedBytes: number = MAX_BUFFERED_BYTES,
  ) {
    this.#response = response;
    this.#maxBufferedBytes = maxBufferedBytes;
    response.once('close', () => this.#closed());
    response.on('error', () => this.close());
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      // Disables caching, transformation by proxies, and buffering by nginx.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      // `close` ends the connection, so no client may send another request over it. (HTTP/2 is not served.)
      connection: 'close',
    });
    response.flushHeaders();
    response.socket?.setNoDelay(true);
    response.socket?.setTimeout(0);
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends an event; `data` must be a single line. */
  send(event: string, id: string, data: string): void {
    this.#write(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`);
  }

  /** Sends a comment, so that proxies do not close the connection as idle. */
  beat(): void {
    this.#write(':\n\n');
  }

  onClose(act: () => void): void {
    if (this.#isOpen) this.#onClose.push(act);
    else act();
  }

  close(): void {
    if (!this.#isOpen) return;
    // Closes the connection too, because a kept-alive one would delay the shutdown of the server.
    const { socket } = this.#response;
    this.#response.end(() => socket?.destroy());
    // A reader that has disappeared would never finish reading.
    setTimeout(() => socket?.destroy(), 500).unref();
    this.#closed();
  }

  #write(text: string): void {
    if (!this.#isOpen) return;
    this.#response.write(text);
    if (this.#response.writableLength > this.#maxBufferedBytes) this.close();
  }

  #closed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const act of this.#onClose.splice(0)) act();
  }
}
