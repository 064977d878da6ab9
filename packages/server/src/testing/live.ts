import { setTimeout as sleep } from 'node:timers/promises';
import { readMessage, together, nothingChanged, type LiveMessage } from '@milepost/core/live';

/** An open page of live updates, as a test holds it. */
export interface LivePage {
  status: number;
  headers: Headers;
  /** All it was told so far, as one. */
  told(): LiveMessage;
  /** Everything it was told, message by message. */
  messages: LiveMessage[];
  lastId: string | null;
  isOpen(): boolean;
  /** Waits until it was told something that satisfies this; throws after three seconds. */
  until(isEnough: (told: LiveMessage) => boolean): Promise<LiveMessage>;
  untilClosed(): Promise<void>;
  forget(): void;
  close(): void;
}

/** Opens live updates and waits until the server says that it listens. */
export async function openLive(url: string, headers: Record<string, string> = {}): Promise<LivePage> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  let isOpen = response.ok;
  let isReady = !response.ok;
  const page: LivePage = {
    status: response.status,
    headers: response.headers,
    messages: [],
    lastId: null,
    told: () => page.messages.reduce(together, nothingChanged),
    isOpen: () => isOpen,
    until: async (isEnough) => {
      await patiently(
        () => isEnough(page.told()),
        () => `It was told ${JSON.stringify(page.messages)}`,
      );
      return page.told();
    },
    untilClosed: () =>
      patiently(
        () => !isOpen,
        () => 'It is still open',
      ),
    forget: () => void page.messages.splice(0),
    close: () => leaving.abort(),
  };
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    return page;
  }
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const bytes of body) {
        text += decoder.decode(bytes, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) take(block);
      }
    } catch {
      // It was cut off, by us or by them.
    }
    isOpen = false;
  };
  const take = (block: string): void => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    page.lastId = field('id') ?? page.lastId;
    if (field('event') === 'ready') isReady = true;
    if (field('event') === 'change') page.messages.push(readMessage(field('data') ?? ''));
  };
  void read(response.body);
  await patiently(
    () => isReady,
    () => 'It never got ready',
  );
  return page;
}

async function patiently(isDone: () => boolean, complaint: () => string): Promise<void> {
  const deadline = Date.now() + 3_000;
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error(complaint());
    await sleep(5);
  }
}
