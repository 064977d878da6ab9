import { Worker } from 'node:worker_threads';
import { hasCode } from '../util/errors.ts';
import type { RenderReply, RenderRequest } from './render-messages.ts';

/** Megabytes that the objects of one rendering may take; beyond them the thread ends, and no other. */
const MAX_HEAP_MB = 512;

const START_TIMEOUT_MS = 30_000;

/** A rendering thread, reused for the next text. It does not keep the process alive. */
export class RenderThread {
  readonly #worker = startWorker();
  #started: Promise<RenderReply | null> | null = null;
  #isOver = false;

  constructor() {
    this.#worker.unref();
    this.#worker.on('error', () => this.stop());
    this.#worker.on('exit', () => {
      this.#isOver = true;
    });
  }

  /** Whether it can answer no more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * The reply, or null where the thread took longer than this many milliseconds or too much memory: it is stopped then. Throws
   * where its code cannot run, which is no fault of the text.
   */
  async ask(request: RenderRequest, timeoutMs: number): Promise<RenderReply | null> {
    // Loading the code is no fault of the text, and not part of its time.
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
        // The rule means windows: a thread has no origin.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        if (request) worker.postMessage(request);
      });
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  /** Terminates it immediately. */
  stop(): void {
    this.#isOver = true;
    void this.#worker.terminate();
  }
}

function isOutOfMemory(error: Error): boolean {
  return hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY');
}

/** From the built package as it is; from the sources through tsx, which development has. */
function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB };
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('render-worker.js', import.meta.url), { resourceLimits, execArgv: [] });
  }
  const worker = JSON.stringify(new URL('render-worker.ts', import.meta.url).href);
  // Loaders of the main thread do not hold in others.
  const code = `import { tsImport } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; await tsImport(${worker}, ${worker});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
    resourceLimits,
    execArgv: ['--conditions=source'],
  });
}
