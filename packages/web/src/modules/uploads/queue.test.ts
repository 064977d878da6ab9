import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { UploadQueue, type QueueOptions } from './queue.ts';
import { sendFile, UploadError, type SendFile, type UploadProblem } from './send-file.ts';
import { isDrawn } from './thumbnail.ts';

const MB = 1024 * 1024;

/** A file that only claims its size. */
function fileOf(name: string, { size = 10, type = '' }: { size?: number; type?: string } = {}): File {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

/** A queue whose sendings the test ends itself. */
function queueOf(options: Partial<QueueOptions<string>> = {}) {
  const sent: { request: SendFile; resolve(answer: string): void; reject(error: unknown): void }[] = [];
  const ended: [string, string | UploadProblem][] = [];
  const queue = new UploadQueue<string>({
    url: '/g/p/uploads',
    send: (request) =>
      new Promise((resolve, reject) => {
        sent.push({ request, resolve, reject });
        request.signal.addEventListener('abort', () => reject(new UploadError({ kind: 'canceled' })));
      }),
    drawThumbnail: () => Promise.resolve(null),
    onDone: (answer, { file }) => void ended.push([file.name, answer]),
    onFailed: (problem, { file }) => void ended.push([file.name, problem]),
    ...options,
  });
  const states = () => queue.items.map(({ state }) => state);
  return { queue, sent, ended, states };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => setSession({}));

describe('what may be sent', () => {
  test('a file over the max file size, 256 MB by default, is refused', () => {
    const { queue, ended, sent } = queueOf();
    queue.add([fileOf('fits', { size: 256 * MB }), fileOf('large', { size: 256 * MB + 1 })]);
    expect(ended).toEqual([['large', { kind: 'tooBig' }]]);
    expect(sent.map(({ request }) => request.file.name)).toEqual(['fits']);
  });

  test('the size is the server’s, or the queue’s own', () => {
    setSession({ uploadLimit: 100 });
    const servers = queueOf();
    servers.queue.add([fileOf('large', { size: 101 })]);
    expect(servers.states()).toEqual(['failed']);
    const own = queueOf({ maxSize: 5 });
    own.queue.add([fileOf('large', { size: 6 })]);
    expect(own.states()).toEqual(['failed']);
  });

  test('UP-FL-11: a file outside the accepted types is refused; by default all types are accepted', () => {
    const any = queueOf();
    any.queue.add([fileOf('a.exe'), fileOf('b', { type: 'video/mp4' })]);
    expect(any.ended).toEqual([]);
    const { queue, ended } = queueOf({ accept: ['image/*', '.pdf'] });
    queue.add([fileOf('a.png', { type: 'image/png' }), fileOf('b.PDF'), fileOf('c.txt', { type: 'text/plain' })]);
    expect(ended).toEqual([['c.txt', { kind: 'wrongType' }]]);
  });

  test('UP-FL-11: a file over the max number of files is refused; by default there is no maximum', () => {
    const any = queueOf();
    any.queue.add(Array.from({ length: 50 }, (_, index) => fileOf(`${index}`)));
    expect(any.ended).toEqual([]);
    const { queue, ended } = queueOf({ maxFiles: 2 });
    queue.add(['one', 'two', 'three'].map((name) => fileOf(name)));
    expect(ended).toEqual([['three', { kind: 'tooMany' }]]);
  });
});

describe('on their way', () => {
  test('UP-FL-04: two at a time, the others wait', async () => {
    const { queue, sent, states } = queueOf();
    queue.add(['one', 'two', 'three', 'four'].map((name) => fileOf(name)));
    expect(states()).toEqual(['running', 'running', 'waiting', 'waiting']);
    sent[1]?.resolve('done');
    await settled();
    expect(states()).toEqual(['running', 'done', 'running', 'waiting']);
    sent[0]?.reject(new UploadError({ kind: 'notJson' }));
    await settled();
    expect(states()).toEqual(['failed', 'done', 'running', 'running']);
  });

  test('UP-FL-08: a running upload is canceled, and one that waits never begins', async () => {
    const { queue, sent, ended } = queueOf({ parallel: 1 });
    const [one, two] = queue.add([fileOf('one'), fileOf('two')]);
    queue.cancel(two?.id ?? 0);
    queue.cancel(one?.id ?? 0);
    await settled();
    expect(ended).toEqual([
      ['two', { kind: 'canceled' }],
      ['one', { kind: 'canceled' }],
    ]);
    expect(sent).toHaveLength(1);
  });

  test('reports the progress of each, and removes what is dismissed', async () => {
    const { queue, sent } = queueOf();
    const listener = vi.fn<() => void>();
    queue.subscribe(listener);
    const [one] = queue.add([fileOf('one')]);
    sent[0]?.request.onProgress(40);
    expect(queue.items[0]?.share).toBe(40);
    queue.dismiss(one?.id ?? 0);
    expect(queue.items).toHaveLength(1);
    sent[0]?.resolve('done');
    await settled();
    queue.dismiss(one?.id ?? 0);
    expect(queue.items).toEqual([]);
    expect(listener).toHaveBeenCalled();
  });

  test('thumbnails are for images, of at most 10 MB', () => {
    expect(isDrawn(fileOf('a.png', { type: 'image/png', size: 10 * MB }))).toBe(true);
    expect(isDrawn(fileOf('a.png', { type: 'image/png', size: 10 * MB + 1 }))).toBe(false);
    expect(isDrawn(fileOf('a.pdf', { type: 'application/pdf' }))).toBe(false);
  });
});

describe('one request', () => {
  class FakeRequest extends EventTarget {
    static last: FakeRequest;
    upload = new EventTarget();
    status = 0;
    responseText = '';
    headers: Record<string, string> = {};
    opened: string[] = [];
    body: FormData | null = null;
    constructor() {
      super();
      FakeRequest.last = this;
    }
    open(...given: string[]): void {
      this.opened = given;
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
    }
    send(body: FormData): void {
      this.body = body;
    }
    abort(): void {
      this.dispatchEvent(new Event('abort'));
    }
    answer(status: number, text: string): void {
      Object.assign(this, { status, responseText: text });
      this.dispatchEvent(new Event('load'));
    }
  }
  beforeEach(() => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    setSession({ csrfToken: 'token' });
  });
  afterEach(() => vi.unstubAllGlobals());

  const begin = () => {
    const controller = new AbortController();
    const shares: number[] = [];
    const promise = sendFile<unknown>({
      url: '/g/p/uploads',
      file: fileOf('plan.png'),
      fields: { url_text: 'Plan' },
      signal: controller.signal,
      onProgress: (share) => shares.push(share),
    });
    return { promise, shares, controller, request: FakeRequest.last };
  };
  const problem = (kind: object) => ({ problem: kind });

  test('UP-FL-05: is a multipart POST whose headers accept JSON', async () => {
    const { promise, shares, request } = begin();
    expect(request.opened).toEqual(['POST', '/g/p/uploads']);
    expect(request.headers).toMatchObject({ Accept: 'application/json', 'X-CSRF-Token': 'token' });
    expect(request.body).toBeInstanceOf(FormData);
    expect([...(request.body as FormData).keys()]).toEqual(['url_text', 'file']);
    request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 4 }));
    request.answer(201, '{"link":{}}');
    expect(await promise).toEqual({ link: {} });
    expect(shares).toEqual([25]);
  });

  test('UP-FL-08, UP-FL-09, UP-FL-10: fails as canceled, by its status, and for an answer that is not JSON', async () => {
    const canceled = begin();
    canceled.controller.abort();
    await expect(canceled.promise).rejects.toMatchObject(problem({ kind: 'canceled' }));
    const refused = begin();
    refused.request.answer(413, '{}');
    await expect(refused.promise).rejects.toMatchObject(problem({ kind: 'status', statusCode: 413 }));
    const garbled = begin();
    garbled.request.answer(200, '<html>');
    await expect(garbled.promise).rejects.toMatchObject(problem({ kind: 'notJson' }));
    const cut = begin();
    cut.request.dispatchEvent(new Event('error'));
    await expect(cut.promise).rejects.toMatchObject(problem({ kind: 'unreachable' }));
  });
});
