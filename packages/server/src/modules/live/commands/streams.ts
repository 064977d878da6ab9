import type { NamespaceId, UserId } from '@milepost/core/ids';
import { isNothing, printMessage } from '@milepost/core/live';
import { roles, type NamespaceScope, type Viewer } from '@milepost/core/roles';
import { Channel, type NoticeSource } from '../../../platform/live/channel.ts';
import type { ConnectionTarget } from '../../../platform/database/connect.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { History } from '../../../platform/live/history.ts';
import { NoticeRelay } from '../../../platform/live/relay.ts';
import type { EventStream } from '../../../platform/live/stream.ts';
import { readLogState } from '../../../platform/sites/position.ts';
import { messageFor, readBatch } from './digest.ts';
import { defaultLimits, MAX_SITES, TooManyStreamsError, type StreamLimits } from './limits.ts';
import type { LiveNotice } from './notice.ts';
import { scopesOf } from '../store.ts';

/** The first change is sent after FIRST_PAUSE_MS; later ones are batched for PAUSE_MS, which limits the cost of a burst. */
const PAUSE_MS = 200;
const FIRST_PAUSE_MS = 15;
const BEAT_EVERY_MS = 15_000;
/** Roles, sessions and tokens also expire, so they are checked periodically. */
const RECHECK_EVERY_MS = 30_000;
const MAX_NOTICES = 1_000;

/** One open page. */
export interface Subscriber {
  stream: EventStream;
  viewer: Viewer;
  /** The client's network: see `networkOf`. */
  network: string;
  watched: NamespaceScope;
  /** Reads the current viewer; null when the session, token or link is no longer valid. Reads that began before `since` (ms) are stale. */
  identify: (since?: number) => Promise<Viewer | null>;
}

/** The state of a page: the last message id, or the age of its data in milliseconds. */
export type StreamPosition = { lastId: string } | { age: number };

export interface StreamsOptions {
  db: Db;
  target: ConnectionTarget;
  onTrouble: (error: unknown) => void;
  limits?: Partial<StreamLimits>;
  /** Where notices come from if the database is a standby. */
  source?: NoticeSource;
  /** Resolves once all databases that pages are read from have what is committed now. */
  settle?: () => Promise<void> | undefined;
}

/** The open pages of this process. It listens for notices while there are any. */
export class LiveStreams {
  readonly #db: Db;
  readonly #onTrouble: (error: unknown) => void;
  readonly #limits: StreamLimits;
  readonly #subscribers = new Set<Subscriber>();
  /** Pages that are being added. */
  readonly #arriving = new Set<Subscriber>();
  readonly #history = new History<LiveNotice>(MAX_NOTICES);
  readonly #channel: Channel;
  readonly #relay: NoticeRelay;
  readonly #settle: () => Promise<void> | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  #waiting: LiveNotice[] = [];
  #isOverrun = false;
  #flush: NodeJS.Timeout | null = null;
  #working: Promise<void> = Promise.resolve();
  #lastFlushAt = 0;
  #isClosed = false;

  constructor({ db, target, onTrouble, limits, source, settle = () => undefined }: StreamsOptions) {
    this.#db = db;
    this.#onTrouble = onTrouble;
    this.#limits = { ...defaultLimits, ...limits };
    this.#settle = settle;
    this.#relay = new NoticeRelay(async () => (await readLogState(db)).position, onTrouble);
    const events = {
      onNotification: (payload: string) => {
        this.#relay.pass(payload);
        this.#receive(payload);
      },
      onGap: () => {
        this.#relay.restart();
        this.#queue(() => this.#reloadAll());
      },
      onTrouble,
    };
    this.#channel = new Channel(target, events, source);
  }

  /** Throws TooManyStreamsError when the limit of this person, or of anonymous viewers from this network, is reached. */
  requireCapacity({ id }: Viewer, network: string): void {
    const all = [...this.#subscribers, ...this.#arriving];
    const own = all.filter((each) => each.viewer.id === id);
    const limit = id === null ? this.#limits.ofVisitors : this.#limits.ofUser;
    const isNetworkFull =
      id === null && own.filter((each) => each.network === network).length >= this.#limits.ofAddress;
    if (this.#isClosed || isNetworkFull || own.length >= limit || all.length >= this.#limits.ofSite) {
      throw new TooManyStreamsError();
    }
  }

  /** Adds a page. It gets the messages it missed, or a message to reload if they are no longer buffered. */
  async add(subscriber: Subscriber, knows: StreamPosition): Promise<void> {
    const { stream } = subscriber;
    this.#arriving.add(subscriber);
    stream.onClose(() => {
      this.#arriving.delete(subscriber);
      this.#subscribers.delete(subscriber);
    });
    this.start();
    await this.#channel.ready;
    // A message in delivery goes to the earlier pages only.
    await this.#working;
    if (!stream.isOpen) return;
    this.#arriving.delete(subscriber);
    const missed = 'lastId' in knows ? this.#history.since(knows.lastId) : this.#history.ofLast(knows.age);
    this.#subscribers.add(subscriber);
    stream.send('ready', this.#history.lastId, '{}');
    if (missed === null) this.#reload(subscriber);
    else if (missed.length > 0) await this.#deliver([subscriber], missed, this.#history.lastId);
  }

  /** Adds the stream of another site, which gets the notices themselves. Throws TooManyStreamsError. */
  async addSite(open: () => EventStream): Promise<void> {
    if (this.#isClosed || this.#relay.size >= MAX_SITES) throw new TooManyStreamsError();
    this.start();
    await this.#channel.ready;
    const stream = open();
    await this.#relay.add(stream).catch((error: unknown) => {
      this.#onTrouble(error);
      stream.close();
    });
  }

  get size(): number {
    return this.#subscribers.size;
  }

  /** Ends every stream and stops listening. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    if (this.#flush) clearTimeout(this.#flush);
    for (const { stream } of [...this.#subscribers, ...this.#arriving]) stream.close();
    this.#relay.restart();
    await this.#channel.stop();
    await this.#working;
  }

  /** Starts listening: from then on the missed messages of new pages are known. */
  start(): void {
    if (this.#timers.length > 0 || this.#isClosed) return;
    this.#channel.start();
    this.#timers.push(
      setInterval(() => {
        for (const { stream } of this.#subscribers) stream.beat();
        this.#relay.beat();
      }, BEAT_EVERY_MS),
      setInterval(() => this.#queue(() => this.#recheck([...this.#subscribers])), RECHECK_EVERY_MS),
    );
    for (const timer of this.#timers) timer.unref();
  }

  #receive(payload: string): void {
    let notice: LiveNotice;
    try {
      notice = JSON.parse(payload) as LiveNotice;
    } catch (error) {
      this.#onTrouble(error);
      return;
    }
    if (notice.lost || this.#waiting.length === MAX_NOTICES) {
      // Some were not sent, or the queue overflowed during a slow step: pages must reload.
      this.#waiting = [];
      this.#isOverrun = true;
    }
    this.#waiting.push(notice);
    if (this.#flush) return;
    const elapsed = Date.now() - this.#lastFlushAt;
    const wait = Math.max(FIRST_PAUSE_MS, PAUSE_MS - elapsed);
    this.#flush = setTimeout(() => this.#queue(() => this.#flushNow()), wait);
  }

  async #flushNow(): Promise<void> {
    this.#flush = null;
    this.#lastFlushAt = Date.now();
    const notices = this.#waiting;
    this.#waiting = [];
    if (this.#isOverrun) {
      this.#isOverrun = false;
      await this.#reloadAll();
      return;
    }
    await this.#settle();
    let id = this.#history.lastId;
    for (const notice of notices) id = this.#history.add(notice);
    const people = new Set<UserId>(notices.flatMap((notice) => notice.people ?? []));
    const isEverybody = notices.some((notice) => notice.everybody);
    // First the current viewer, then the messages for them.
    const isSuspect = ({ id, linkedTo }: Viewer): boolean =>
      isEverybody || linkedTo !== null || (id !== null && people.has(id));
    const since = notices.some(({ links }) => links) ? this.#lastFlushAt : undefined;
    await this.#recheck(
      [...this.#subscribers].filter(({ viewer }) => isSuspect(viewer)),
      since,
    );
    await this.#deliver([...this.#subscribers], notices, id);
  }

  async #deliver(subscribers: readonly Subscriber[], notices: readonly LiveNotice[], id: string): Promise<void> {
    const about = notices.filter(({ people, everybody, links }) => !people && !everybody && !links);
    if (subscribers.length === 0 || about.length === 0) return;
    const batch = await readBatch(this.#db, about);
    const printed = new Map<unknown, Map<NamespaceId, string | null>>();
    for (const { viewer, watched, stream } of subscribers) {
      // Pages of one person that watch the same namespace get the same messages.
      const who = viewer.id ?? viewer;
      const own = printed.get(who) ?? new Map<NamespaceId, string | null>();
      printed.set(who, own);
      let text = own.get(watched.namespaceId);
      if (text === undefined) {
        const message = messageFor(viewer, watched, batch);
        text = isNothing(message) ? null : printMessage(message);
        own.set(watched.namespaceId, text);
      }
      if (text !== null) stream.send('change', id, text);
    }
  }

  /**
   * Re-checks the viewer and the watched namespace: streams without access are closed, and pages whose roles changed must
   * reload.
   */
  async #recheck(subscribers: readonly Subscriber[], since?: number): Promise<void> {
    if (subscribers.length === 0) return;
    const scopes = await scopesOf(this.#db, [...new Set(subscribers.map(({ watched }) => watched.namespaceId))]);
    for (const subscriber of subscribers)
      await this.#recheckOne(subscriber, scopes.get(subscriber.watched.namespaceId), since);
  }

  async #recheckOne(subscriber: Subscriber, scope: NamespaceScope | undefined, since?: number): Promise<void> {
    const before = subscriber.viewer;
    const viewer = await subscriber.identify(since);
    if (!viewer || viewer.id !== before.id || !scope || !viewer.canSee(scope)) {
      subscriber.stream.close();
      return;
    }
    subscriber.viewer = viewer;
    subscriber.watched = scope;
    if (!hasSameRoles(before, viewer)) this.#reload(subscriber);
  }

  #reload({ stream }: Subscriber): void {
    stream.send('change', this.#history.lastId, '{"all":true}');
  }

  async #reloadAll(): Promise<void> {
    await this.#settle();
    this.#history.forget();
    await this.#recheck([...this.#subscribers]);
    for (const subscriber of this.#subscribers) this.#reload(subscriber);
  }

  /** Runs tasks one after another; a failure does not stop the queue, and affected pages are notified to reload. */
  #queue(work: () => Promise<void>): void {
    this.#working = this.#working.then(work).catch((error: unknown) => {
      if (this.#isClosed) return;
      this.#onTrouble(error);
      this.#history.forget();
      for (const subscriber of this.#subscribers) this.#reload(subscriber);
    });
  }
}

function hasSameRoles(before: Viewer, after: Viewer): boolean {
  const rolesOf = (viewer: Viewer): string =>
    `${viewer.isAdmin} ${roles
      .map((role) =>
        viewer
          .namespacesWith(role)
          .toSorted((a: NamespaceId, b: NamespaceId) => a - b)
          .join(','),
      )
      .join(' ')}`;
  return rolesOf(before) === rolesOf(after);
}
