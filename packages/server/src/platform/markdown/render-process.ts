import type { ChildProcess } from 'node:child_process';
import { requestFromChild, hasEnded, startChild } from '../util/child.ts';
import type { RenderReply, RenderRequest } from './render-messages.ts';

const START_TIMEOUT_MS = 30_000;

/** A rendering process, reused for the next text. It does not keep the server alive. */
export class RenderProcess {
  readonly #child: ChildProcess;
  #isStarted: Promise<boolean> | null = null;

  constructor(maxHeapMb: number) {
    this.#child = startChild(new URL('render-worker.js', import.meta.url), { maxHeapMb });
    // An error between two requests is noticed by the next one.
    this.#child.on('error', () => undefined);
  }

  /** Whether the process has ended. */
  get isOver(): boolean {
    return hasEnded(this.#child);
  }

  /**
   * The reply, or null if the process took longer than `timeoutMs` or too much memory; then it has ended. Throws if its code cannot
   * be loaded, or fails.
   */
  async request(request: RenderRequest, timeoutMs: number): Promise<RenderReply | null> {
    // The time to load the code does not count towards the timeout of the text.
    this.#isStarted ??= this.#exchange(null, START_TIMEOUT_MS).then((reply) => reply !== null);
    if (!(await this.#isStarted)) throw new Error('The process that renders large texts did not start');
    return this.#exchange(request, timeoutMs);
  }

  async #exchange(request: RenderRequest | null, timeoutMs: number): Promise<RenderReply | null> {
    const reply = await requestFromChild<RenderReply>(this.#child, request, timeoutMs);
    // An error of the code is reported; only a text that needs too much time or memory is shown as typed.
    if (reply === 'failed') throw new Error('The process that renders large texts failed');
    return typeof reply === 'string' ? null : reply;
  }

  /** Ends the process immediately. */
  stop(): void {
    this.#child.kill('SIGKILL');
  }
}
