import { hasCode } from '../util/errors.ts';
import { startWorker } from '../util/worker.ts';
import type { RenderReply, RenderRequest } from './render-messages.ts';

/** Heap limit of a thread in megabytes; beyond it only that thread ends. */
const MAX_HEAP_MB = 512;

const START_TIMEOUT_MS = 30_000;

/** A rendering thread, reused for the next text. It does not keep the process alive. */
export class RenderThread {
  readonly #worker = startWorker(new URL('render-worker.js', import.meta.url), { maxHeapMb: MAX_HEAP_MB });
  #started: Promise<RenderReply | null> | null = null;
  #isOver = false;

  constructor() {
    this.#worker.unref();
    this.#worker.on('error', () => this.stop());
    this.#worker.on('exit', () => {
      this.#isOver = true;
    });
  }

  /** Whether the thread has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * The reply, or null if the thread took longer than `timeoutMs` or too much memory; then it is stopped. Throws if its code cannot
   * be loaded.
   */
  async ask(request: RenderRequest, timeoutMs: number): Promise<RenderReply | null> {
    // The time to load the code does not count towards the timeout of the text.
    this.#started ??= this.#exchange(null, START_TIMEOUT_MS);
    if ((await this.#started) === null) throw new Error('The thread that renders large texts did not start');
    return this.#isOver ? null : this.#exchange(request, timeoutMs);
  }

  async #exchange(request: RenderRequest | null, timeoutMs: number): Promise<RenderReply | null> {
    const worker = this.#worker;
    try {
      return await new Promise<RenderReply | null>((resolve, reject) => {
        const settle = (end: () => void) => (): void => {
          clearTimeout(timer);
          worker.off('message', answered).off('error', failed).off('exit', ended);
          end();
        };
        const answered = (reply: RenderReply): void => settle(() => resolve(reply))();
        const failed = (error: Error): void => settle(() => (isOutOfMemory(error) ? resolve(null) : reject(error)))();
        const ended = settle(() => resolve(null));
        const timer = setTimeout(() => {
          this.stop();
          ended();
        }, timeoutMs);
        worker.on('message', answered).on('error', failed).on('exit', ended);
        // The rule is about windows; threads have no origin.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        if (request) worker.postMessage(request);
      });
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  /** Terminates the thread immediately. */
  stop(): void {
    this.#isOver = true;
    void this.#worker.terminate();
  }
}

function isOutOfMemory(error: Error): boolean {
  return hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY');
}
