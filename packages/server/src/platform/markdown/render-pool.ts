import { DomainError } from '@milepost/core/errors';
import { plainText, type MarkdownSource } from './document.ts';
import { mentionsFiles } from './links.ts';
import type { ReferenceResolver, ResolvedReference } from './resolver.ts';
import { RenderThread } from './render-thread.ts';

/** The queue of large texts is full. Nothing was saved, and a retry may succeed. */
export class TooManyLargeTextsError extends DomainError {
  override name = 'TooManyLargeTextsError';
  readonly code = 'TOO_MANY_LARGE_TEXTS' as const;
  readonly kind = 'limited' as const;
  constructor() {
    super('Too many large texts are being rendered. Try again in a minute.');
  }
}

export interface RenderPoolLimits {
  /** Maximum number of threads. */
  threads: number;
  /** Maximum number of texts that wait for a thread. */
  queue: number;
  /** Timeout of parsing, and of rendering, in milliseconds. A text that takes longer is shown without rendering. */
  timeoutMs: number;
  /** Milliseconds without work after which a thread is stopped, because each uses about 40 MB. */
  idleMs: number;
}

/** Two threads for the two cores of the reference machine, where a megabyte of Markdown takes two to four seconds. */
const DEFAULT_LIMITS: RenderPoolLimits = { threads: 2, queue: 20, timeoutMs: 10_000, idleMs: 60_000 };

/** Renders large texts in worker threads, so that they do not block requests. */
export class RenderPool {
  readonly #limits: RenderPoolLimits;
  readonly #idle: { thread: RenderThread; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(limits: Partial<RenderPoolLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /**
   * The HTML of a text, or the escaped text if it takes too long. References are resolved in this thread. Throws
   * TooManyLargeTextsError, and the errors of the resolver.
   */
  async render(source: MarkdownSource, resolver: ReferenceResolver): Promise<string> {
    await this.#acquire();
    try {
      return (await this.#renderWith(this.#takeThread(), source, resolver)) ?? plainText(source.text);
    } finally {
      this.#release();
    }
  }

  /** Stops idle threads. */
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
