import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadyMessage } from './serve-options.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Crashes in a row after which it is not tried again. */
const MAX_RAPID_CRASHES = 5;
/** A server that ran for so long is not part of that row. */
const STABLE_AFTER_MS = 60_000;

export interface SupervisorOptions {
  /** The script to run, and what follows it. */
  script: string;
  args: readonly string[];
  /** Resolves when everything is to end. */
  requested: Promise<void>;
  /** A line for the log. */
  log: (line: string) => void;
  firstPauseMs?: number;
  stableAfterMs?: number;
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * Runs a server process and starts it again when it crashes, after a pause that grows, until it crashed too often in a row. A
 * process that ends before it was ever ready has a reason that another start would not change.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  #child: ChildProcess | null = null;
  #isEndRequested = false;
  #wasReady = false;
  #readyAt: number | null = null;
  #port: number | null = null;
  #crashes = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Whether the last server process ended without cleaning up. */
  hasCrashed = false;

  /** Resolves with the exit code when the server ended in order or was given up. */
  async run(): Promise<number> {
    const { log, requested } = this.#options;
    void this.#endOnRequest();
    for (;;) {
      const { code, signal } = await this.#runOnce();
      this.hasCrashed = signal !== null || (code ?? 1) > 2 || (code === 1 && this.#wasReady);
      if (code === 0 || this.#isEndRequested) return code ?? (this.#isEndRequested ? 0 : 1);
      if (!this.#wasReady) return code ?? 1;
      this.#countCrash();
      const how = signal === null ? `exit code ${code}` : signal;
      if (this.#crashes > MAX_RAPID_CRASHES) {
        log(`The server process ended unexpectedly (${how}), ${this.#crashes} times in a row: it is not restarted`);
        return 1;
      }
      const pause = this.#pause();
      log(
        `The server process ended unexpectedly (${how}); it is restarted in ${pause / 1000} s (${this.#crashes} of ${MAX_RAPID_CRASHES})`,
      );
      await Promise.race([sleep(pause), requested]);
      if (this.#isEndRequested) return 0;
    }
  }

  async #endOnRequest(): Promise<void> {
    await this.#options.requested;
    this.#isEndRequested = true;
    this.#child?.kill('SIGTERM');
  }

  #countCrash(): void {
    const stableAfter = this.#options.stableAfterMs ?? STABLE_AFTER_MS;
    const wasStable = this.#readyAt !== null && Date.now() - this.#readyAt > stableAfter;
    this.#crashes = wasStable ? 1 : this.#crashes + 1;
  }

  #pause(): number {
    const first = this.#options.firstPauseMs ?? FIRST_PAUSE_MS;
    return Math.min(first * 2 ** (this.#crashes - 1), MAX_PAUSE_MS);
  }

  #runOnce(): Promise<Ending> {
    const { script, args } = this.#options;
    // The port stays, also where any free one was requested: pages that are open know it.
    const port = this.#port === null ? [] : ['--port', String(this.#port)];
    this.#readyAt = null;
    const child = fork(script, [...args, ...port], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    this.#child = child;
    child.on('message', (message) => {
      const { type, port: listened } = message as ReadyMessage;
      if (type !== 'ready') return;
      this.#wasReady = true;
      this.#readyAt = Date.now();
      this.#port = listened;
    });
    // The end was requested in the same moment.
    if (this.#isEndRequested) child.kill('SIGTERM');
    return new Promise((resolve) => {
      child.once('error', () => resolve({ code: 1, signal: null }));
      child.once('exit', (code, signal) => {
        this.#child = null;
        resolve({ code, signal });
      });
    });
  }
}
