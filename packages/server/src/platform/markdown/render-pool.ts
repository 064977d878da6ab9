import { DomainError } from '@milepost/core/errors';
import { plainText, type MarkdownSource } from './document.ts';
import { mentionsFiles } from './links.ts';
import type { ReferenceResolver, ResolvedReference } from './resolver.ts';
import { RenderProcess } from './render-process.ts';

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
  /** Maximum number of processes. */
  processes: number;
  /** Maximum number of texts that wait for a process. */
  queue: number;
  /** Timeout of parsing, and of rendering, in milliseconds. A text that takes longer is shown without rendering. */
  timeoutMs: number;
  /** Maximum heap of a process in megabytes. A text that needs more is shown without rendering, and only its process ends. */
  maxHeapMb: number;
  /** Milliseconds without work after which a process is stopped, because each uses about 60 MB. */
  idleMs: number;
}

/** Two processes for the two cores of the reference machine, where a megabyte of Markdown takes two to four seconds. */
const DEFAULT_LIMITS: RenderPoolLimits = { processes: 2, queue: 20, timeoutMs: 10_000, maxHeapMb: 512, idleMs: 60_000 };

/** Renders large texts in processes of their own, so that they do not block requests. */
export class RenderPool {
  readonly #limits: RenderPoolLimits;
  readonly #idle: { child: RenderProcess; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(limits: Partial<RenderPoolLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /**
   * The HTML of a text, or the escaped text if it takes too long. References are resolved here. Throws
   * TooManyLargeTextsError, and the errors of the resolver.
   */
  async render(source: MarkdownSource, resolver: ReferenceResolver): Promise<string> {
    await this.#acquire();
    try {
      return (await this.#renderWith(this.#take(), source, resolver)) ?? plainText(source.text);
    } finally {
      this.#release();
    }
  }

  /** Stops idle processes. */
  close(): void {
    for (const { child, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      child.stop();
    }
  }

  async #renderWith(child: RenderProcess, source: MarkdownSource, resolver: ReferenceResolver): Promise<string | null> {
    const { timeoutMs } = this.#limits;
    try {
      const parsed = await child.request({ type: 'parse', source, origin: resolver.origin }, timeoutMs);
      if (parsed?.type !== 'parsed') return null;
      const { candidates } = parsed;
      const resolved =
        candidates.length === 0 ? new Map<string, ResolvedReference | null>() : await resolver.resolve(candidates);
      const files = await filesOf(source, resolver);
      const rendered = await child.request({ type: 'render', resolved, files }, timeoutMs);
      return rendered?.type === 'rendered' ? rendered.html : null;
    } finally {
      this.#keep(child);
    }
  }

  async #acquire(): Promise<void> {
    if (this.#busy < this.#limits.processes) {
      this.#busy += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.queue) throw new TooManyLargeTextsError();
    // Releasing a process passes its slot to the next caller.
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy -= 1;
  }

  #take(): RenderProcess {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (!idle.child.isOver) return idle.child;
    }
    return new RenderProcess(this.#limits.maxHeapMb);
  }

  #keep(child: RenderProcess): void {
    if (child.isOver) return;
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((each) => each.child === child),
        1,
      );
      child.stop();
    }, this.#limits.idleMs);
    this.#idle.push({ child, timer: timer.unref() });
  }
}

async function filesOf({ text, base }: MarkdownSource, resolver: ReferenceResolver): Promise<string | null> {
  if (!base || !resolver.filesOf || !mentionsFiles(text)) return null;
  return (await resolver.filesOf([base.path])).get(base.path) ?? null;
}
