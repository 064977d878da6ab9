import { isAcceptedType, uploadLimits } from '@milepost/core/files/uploads';
import { session } from '../../platform/session/session.ts';
import { sendFile, UploadError, type SendFile, type UploadProblem } from './send-file.ts';
import { thumbnailOf } from './thumbnail.ts';
import { createListeners } from '../../ui/listeners.ts';

/** A file and its upload progress. */
export interface QueuedFile {
  readonly id: number;
  readonly file: File;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** 0 to 100. */
  readonly share: number;
  readonly problem: UploadProblem | null;
  readonly thumbnail: string | null;
}

export interface QueueOptions<Answer> {
  /** The upload target of each file. */
  url: string;
  /** In bytes; the server's limit by default. */
  maxSize?: number;
  /** `image/*`, `image/png`, `.png`; null, the default, for all types. */
  accept?: readonly string[] | null;
  /** The maximum number of files; null, the default, for no limit. */
  maxFiles?: number | null;
  /** The number of parallel uploads. */
  parallel?: number;
  onDone(answer: Answer, item: QueuedFile): void;
  onFailed(problem: UploadProblem, item: QueuedFile): void;
  /** For tests. */
  send?(request: SendFile): Promise<Answer>;
  drawThumbnail?(file: File): Promise<string | null>;
}

/**
 * Uploads files, two at a time, with progress. It is independent of the page: components subscribe and read `items`, which is a
 * new list after every change.
 */
export class UploadQueue<Answer> {
  #items: readonly QueuedFile[] = [];
  #options: QueueOptions<Answer>;
  readonly #running = new Map<number, AbortController>();
  readonly #listeners = createListeners();
  #lastId = 0;

  constructor(options: QueueOptions<Answer>) {
    this.#options = options;
  }

  /** Replaces the options. */
  use(options: QueueOptions<Answer>): void {
    this.#options = options;
  }

  get items(): readonly QueuedFile[] {
    return this.#items;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Adds files; those that are not allowed fail immediately. Returns the result of each, in order. */
  add(files: readonly File[]): QueuedFile[] {
    const added = files.map((file): QueuedFile => {
      const problem = this.#problemOf(file);
      const id = (this.#lastId += 1);
      const item: QueuedFile = {
        id,
        file,
        state: problem ? 'failed' : 'waiting',
        share: 0,
        problem,
        thumbnail: null,
      };
      this.#items = [...this.#items, item];
      return item;
    });
    this.#notify();
    for (const item of added) {
      if (item.problem) this.#options.onFailed(item.problem, item);
      else void this.#draw(item);
    }
    this.#startNext();
    return added;
  }

  /** Cancels a queued or running upload. */
  cancel(id: number): void {
    const running = this.#running.get(id);
    if (running) running.abort();
    else if (this.#find(id)?.state === 'waiting') this.#fail(id, { kind: 'canceled' });
  }

  /** Cancels all uploads, because the page is unloading. */
  cancelAll(): void {
    for (const { id } of this.#items) this.cancel(id);
  }

  /** Removes a finished file from the list. */
  dismiss(id: number): void {
    this.#items = this.#items.filter((item) => item.id !== id || item.state === 'waiting' || item.state === 'running');
    this.#notify();
  }

  #problemOf(file: File): UploadProblem | null {
    const { maxSize = session().uploadLimit, accept = null, maxFiles = null } = this.#options;
    if (file.size > maxSize) return { kind: 'tooBig' };
    if (!isAcceptedType(file, accept)) return { kind: 'wrongType' };
    const taken = this.#items.filter(({ state }) => state !== 'failed').length;
    return maxFiles !== null && taken >= maxFiles ? { kind: 'tooMany' } : null;
  }

  #startNext(): void {
    const { parallel = uploadLimits.parallel } = this.#options;
    for (const { id, state } of this.#items) {
      if (this.#running.size >= parallel) return;
      if (state === 'waiting') void this.#run(id);
    }
  }

  async #run(id: number): Promise<void> {
    const item = this.#find(id);
    if (!item) return;
    const { url, send = sendFile<Answer> } = this.#options;
    const controller = new AbortController();
    this.#running.set(id, controller);
    this.#change(id, { state: 'running' });
    try {
      const onProgress = (share: number): void => this.#change(id, { share });
      const answer = await send({ url, file: item.file, signal: controller.signal, onProgress });
      this.#running.delete(id);
      this.#change(id, { state: 'done', share: 100 });
      this.#options.onDone(answer, this.#find(id) ?? item);
    } catch (error) {
      this.#running.delete(id);
      if (!(error instanceof UploadError)) throw error;
      this.#fail(id, error.problem);
    } finally {
      this.#startNext();
    }
  }

  #fail(id: number, problem: UploadProblem): void {
    this.#change(id, { state: 'failed', problem });
    const item = this.#find(id);
    if (item) this.#options.onFailed(problem, item);
  }

  async #draw({ id, file }: QueuedFile): Promise<void> {
    const thumbnail = await (this.#options.drawThumbnail ?? thumbnailOf)(file);
    if (thumbnail) this.#change(id, { thumbnail });
  }

  #find(id: number): QueuedFile | undefined {
    return this.#items.find((item) => item.id === id);
  }

  #change(id: number, change: Partial<QueuedFile>): void {
    this.#items = this.#items.map((item) => (item.id === id ? { ...item, ...change } : item));
    this.#notify();
  }

  #notify(): void {
    this.#listeners.notify();
  }
}
