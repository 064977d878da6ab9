const WIDTH = 30;

interface Screen {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** Progress of a long step: a bar in a terminal, otherwise one line per phase. */
export class ProgressBar {
  readonly #title: string;
  readonly #out: Screen;
  #phase = '';

  constructor(title: string, out: Screen = process.stderr) {
    this.#title = title;
    this.#out = out;
  }

  show(phase: string, done: number, total: number): void {
    const isNew = phase !== this.#phase;
    this.#phase = phase;
    if (!this.#out.isTTY) {
      if (isNew) this.#out.write(`${this.#title}: ${phase} …\n`);
      return;
    }
    const share = total > 0 ? Math.min(done / total, 1) : 0;
    const full = Math.round(share * WIDTH);
    const line = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${String(Math.floor(share * 100)).padStart(3)} % ${phase}`;
    this.#out.write(`\r\x1b[K${line.slice(0, (this.#out.columns ?? 80) - 1)}`);
  }

  /** Removes the bar, so that the next output starts in its place. */
  clear(): void {
    if (this.#out.isTTY) this.#out.write('\r\x1b[K');
  }
}
