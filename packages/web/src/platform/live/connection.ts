import type { QueryClient } from '@tanstack/react-query';
import { isNothing, mergeMessages, nothingChanged, readMessage, type LiveMessage } from '@milepost/core/live';
import { endpoint, type NamespaceRef } from '../api/endpoints.ts';
import { session, sharedPath } from '../session/session.ts';
import { checkSharedLink } from '../session/shared-link.ts';

/** Handles a change. Changes that arrive while it runs are merged and delivered afterwards. */
export type OnChange = (message: LiveMessage) => Promise<void> | void;

/** A hidden page keeps its connection for this long: browsers allow few of them. */
const HIDDEN_TIMEOUT_MS = 20_000;
/** Users often return to a namespace that they just left. */
const UNWATCHED_TIMEOUT_MS = 2_000;
const shortestPause = 2_000;
const longestPause = 60_000;
/** Changes within this time are delivered together. */
const gatherFor = 40;

/** The queries for what the viewer may do in namespaces: they change with the viewer's role, and no page watches them. */
const roleQueries = [['permissions'], ['namespace']];

const connections = new Map<string, Connection>();

/** Reports changes in a namespace; returns a function that stops it. `client` has the page's data. */
export function watch(namespace: NamespaceRef, onChange: OnChange, client: QueryClient): () => void {
  const key = `${namespace.kind}=${encodeURIComponent(namespace.fullPath)}`;
  let connection = connections.get(key);
  if (!connection) {
    // A public link only receives events of its own group.
    const address = session().sharedRoadmap ? `${sharedPath()}/live?` : `${endpoint('live')}?${key}&`;
    connection = new Connection(address, client, () => connections.delete(key));
    connections.set(key, connection);
  }
  return connection.add(onChange);
}

/** One connection, shared by all watchers of a namespace. It is only open while the tab is visible. */
class Connection {
  readonly #address: string;
  readonly #client: QueryClient;
  readonly #onEnd: () => void;
  readonly #watchers = new Set<Watcher>();
  #source: EventSource | null = null;
  #lastId: string | null = null;
  #pause = shortestPause;
  #opening: number | undefined;
  #closing: number | undefined;
  #ending: number | undefined;
  #isStarted = false;

  constructor(address: string, client: QueryClient, onEnd: () => void) {
    this.#address = address;
    this.#client = client;
    this.#onEnd = onEnd;
  }

  add(onChange: OnChange): () => void {
    const watcher = new Watcher(onChange);
    this.#watchers.add(watcher);
    clearTimeout(this.#ending);
    this.#start();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#ending = window.setTimeout(() => this.#end(), UNWATCHED_TIMEOUT_MS);
    };
  }

  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#open();
  }

  #end(): void {
    this.#isStarted = false;
    document.removeEventListener('visibilitychange', this.#onVisibility);
    clearTimeout(this.#opening);
    clearTimeout(this.#closing);
    this.#close();
    this.#onEnd();
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#closing);
    if (document.hidden) this.#closing = window.setTimeout(() => this.#close(), HIDDEN_TIMEOUT_MS);
    else if (!this.#source) this.#open();
  };

  #open(): void {
    clearTimeout(this.#opening);
    // Without EventSource the page stays as it was loaded.
    if (this.#source || !this.#isStarted || document.hidden || !('EventSource' in window)) return;
    // The last event id, or the age of the data: missed changes are sent first.
    const known =
      this.#lastId === null ? `age=${Math.ceil(ageOfData(this.#client))}` : `since=${encodeURIComponent(this.#lastId)}`;
    const source = new EventSource(`${this.#address}${known}`);
    this.#source = source;
    source.addEventListener('ready', (event) => {
      this.#pause = shortestPause;
      this.#lastId = event.lastEventId || this.#lastId;
      document.documentElement.dataset['live'] = 'on';
    });
    source.addEventListener('change', (event: MessageEvent<string>) => {
      this.#lastId = event.lastEventId || this.#lastId;
      this.#deliver(readMessage(event.data));
    });
    source.addEventListener('error', () => {
      delete document.documentElement.dataset['live'];
      void checkSharedLink();
      // The browser reconnects after a lost connection and gives up after a refusal, which takes longer to resolve.
      if (source.readyState !== EventSource.CLOSED) return;
      this.#close();
      // Refused after it was open: the viewer may have lost access, and the page must not go on showing what it loaded before.
      if (this.#lastId !== null && this.#pause === shortestPause) this.#deliver({ ...nothingChanged, all: true });
      this.#opening = window.setTimeout(() => this.#open(), this.#pause * (1 + Math.random() / 2));
      this.#pause = Math.min(this.#pause * 2, longestPause);
    });
  }

  #deliver(message: LiveMessage): void {
    if (message.all) for (const queryKey of roleQueries) void this.#client.invalidateQueries({ queryKey });
    for (const watcher of this.#watchers) watcher.deliver(message);
  }

  #close(): void {
    this.#source?.close();
    this.#source = null;
    delete document.documentElement.dataset['live'];
  }
}

/** One watcher. Messages are delivered to it one at a time. */
class Watcher {
  readonly #onChange: OnChange;
  #waiting: LiveMessage = nothingChanged;
  #isDelivering = false;

  constructor(onChange: OnChange) {
    this.#onChange = onChange;
  }

  deliver(message: LiveMessage): void {
    this.#waiting = mergeMessages(this.#waiting, message);
    if (!this.#isDelivering) void this.#deliverAll();
  }

  async #deliverAll(): Promise<void> {
    this.#isDelivering = true;
    await new Promise((resolve) => {
      setTimeout(resolve, gatherFor);
    });
    while (!isNothing(this.#waiting)) {
      const message = this.#waiting;
      this.#waiting = nothingChanged;
      try {
        await this.#onChange(message);
      } catch {
        // Refetching failed; the next change or the next visit retries.
      }
    }
    this.#isDelivering = false;
  }
}

/** The page is as old as its oldest data. */
function ageOfData(client: QueryClient): number {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .map((query) => query.state.dataUpdatedAt)
    .filter((time) => time > 0);
  return times.length === 0 ? 0 : Date.now() - Math.min(...times) + 500;
}
