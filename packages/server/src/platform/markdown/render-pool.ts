import { DomainError } from '@milepost/core/errors';
import { plainText, type MarkdownSource } from './document.ts';
import { mentionsFiles } from './links.ts';
import type { ReferenceResolver, ResolvedReference } from './resolver.ts';
import { RenderThread } from './render-thread.ts';

/** More large texts at a time than the server renders: nothing was saved, and a retry helps. */
export class TooManyLargeTextsError extends DomainError {
  override name = 'TooManyLargeTextsError';
  readonly code = 'TOO_MANY_LARGE_TEXTS' as const;
  readonly kind = 'limited' as const;
  constructor() {
    super('Too many large texts are being rendered. Try again in a minute.');
  }
}

export interface RenderPoolLimits {
  /** Threads at most. */
  threads: number;
  /** Texts that may wait for a thread. */
  queue: number;
  /** Milliseconds that parsing, and then rendering, may take. A text that takes longer is shown as it was typed. */
  timeoutMs: number;
  /** Milliseconds without work after which a thread is stopped: each uses some 40 MB. */
  idleMs: number;
}

/** Two threads are the cores of the machine we plan for. A megabyte takes two to four seconds there. */
const DEFAULT_LIMITS: RenderPoolLimits = { threads: 2, queue: 20, timeoutMs: 10_000, idleMs: 60_000 };

/** Renders large texts in threads of their own, so that requests are served meanwhile. */
export class RenderPool {
  readonly #limits: RenderPoolLimits;
  readonly #idle: { thread: RenderThread; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(limits: Partial<RenderPoolLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /**
   * The HTML of a text, the same as in this thread; the text as typed if it takes too long. Its references are looked up here.
   * Throws TooManyLargeTextsError, and anything the resolver throws.
   */
  async render(source: MarkdownSource, resolver: ReferenceResolver): Promise<string> {
    await this.#acquire();
    try {
      return (await this.#renderWith(this.#takeThread(), source, resolver)) ?? plainText(source.text);
    } finally {
      this.#release();
    }
  }

  /** Stops the threads that have nothing to do. */
  close(): void {
    for (const { thread, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      thread.stop();
    }
  }

  async #renderWith(thread: RenderThread, source: MarkdownSource, resolver: ReferenceResolver): Promise<string | null> {
    const { timeoutMs } = this.#limits;
    try {
      const parsed = await thread.ask({ type: 'parse', source, origin: resolver.origin }, timeoutMs);
      if (parsed?.type !== 'parsed') return null;
      const { candidates } = parsed;
      const resolved =
        candidates.length === 0 ? new Map<string, ResolvedReference | null>() : await resolver.resolve(candidates);
      const files = await filesOf(source, resolver);
      const rendered = await thread.ask({ type: 'render', resolved, files }, timeoutMs);
      return rendered?.type === 'rendered' ? rendered.html : null;
    } finally {
      this.#keep(thread);
    }
  }

  async #acquire(): Promise<void> {
    if (this.#busy < this.#limits.threads) {
      this.#busy += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.queue) throw new TooManyLargeTextsError();
    // Releasing a thread passes its slot to the next caller.
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy -= 1;
  }

  #takeThread(): RenderThread {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (!idle.thread.isOver) return idle.thread;
    }
    return new RenderThread();
  }

  #keep(thread: RenderThread): void {
    if (thread.isOver) return;
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((each) => each.thread === thread),
        1,
      );
      thread.stop();
    }, this.#limits.idleMs);
    this.#idle.push({ thread, timer: timer.unref() });
  }
}

async function filesOf({ text, base }: MarkdownSource, resolver: ReferenceResolver): Promise<string | null> {
  if (!base || !resolver.filesOf || !mentionsFiles(text)) return null;
  return (await resolver.filesOf([base.path])).get(base.path) ?? null;
}
