import { setTimeout as sleep } from 'node:timers/promises';
import type { LabelId, NamespaceId } from '@milepost/core/ids';
import { isNothing, readMessage, mergeMessages, nothingChanged, type LiveMessage } from '@milepost/core/live';
import type { Db } from '../platform/database/tables.ts';
import { notifyingAfter } from '../platform/live/sender.ts';

/** A page with live updates. */
export interface LivePage {
  status: number;
  headers: Headers;
  /** All messages so far, merged. */
  received(): LiveMessage;
  /** All messages. */
  messages: LiveMessage[];
  /** The markers received so far: see `untilAllDelivered`. */
  marks: Set<LabelId>;
  lastId: string | null;
  isOpen(): boolean;
  /** Waits for a message that satisfies this; throws after a timeout. */
  until(isEnough: (received: LiveMessage) => boolean): Promise<LiveMessage>;
  untilClosed(): Promise<void>;
  forget(): void;
  close(): void;
}

/** Opens live updates and waits until the server confirms. */
export async function openLive(url: string, headers: Record<string, string> = {}): Promise<LivePage> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  let isOpen = response.ok;
  let isReady = !response.ok;
  const page: LivePage = {
    status: response.status,
    headers: response.headers,
    messages: [],
    marks: new Set(),
    lastId: null,
    received: () => page.messages.reduce(mergeMessages, nothingChanged),
    isOpen: () => isOpen,
    until: async (isEnough) => {
      await patiently(
        () => isEnough(page.received()),
        () => `It was received ${JSON.stringify(page.messages)}`,
      );
      return page.received();
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
      // Closed by either side.
    }
    isOpen = false;
  };
  const take = (block: string): void => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    page.lastId = field('id') ?? page.lastId;
    if (field('event') === 'ready') isReady = true;
    if (field('event') === 'change') receive(readMessage(field('data') ?? ''));
  };
  const receive = ({ labels, ...message }: LiveMessage): void => {
    for (const id of labels) if (id < 0) page.marks.add(id);
    const change = { ...message, labels: labels.filter((id) => id >= 0) };
    if (change.labels.length === labels.length || !isNothing(change)) page.messages.push(change);
  };
  void read(response.body);
  await patiently(
    () => isReady,
    () => 'It never got ready',
  );
  return page;
}

/** Ids of labels that do not exist. */
let lastMark = 0;

/**
 * Waits until these pages got all messages so far and none can follow: the sender of a database keeps their order, so a marker is sent
 * after them. It is repeated, because a page that must reload everything gets no ids. Every page must belong to a person who
 * may see the group.
 */
export async function untilAllDelivered(db: Db, namespaceId: NamespaceId, pages: readonly LivePage[]): Promise<void> {
  lastMark -= 1;
  const id = lastMark as LabelId;
  const mark = () => notifyingAfter(db, async (notify) => notify({ labels: [{ id, namespaceId }] }));
  await mark();
  const timer = setInterval(() => void mark(), 1_000);
  try {
    for (const page of pages) await page.until(() => page.marks.has(id));
  } finally {
    clearInterval(timer);
  }
}

/** Less than the half minute after which a server re-checks its pages. */
const TIMEOUT_MS = 20_000;

async function patiently(isDone: () => boolean, complaint: () => string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error(complaint());
    await sleep(5);
  }
}
