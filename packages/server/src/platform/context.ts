import { formatDay, type Day } from '@milepost/core/days';
import { ForbiddenError, TransferInProgressError } from '@milepost/core/errors';
import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { Viewer } from '@milepost/core/roles';
import type { RawBuilder } from 'kysely';
import type { IncomingMailConfig } from './config/incoming-mail.ts';
import type { AssistantConfig, AssistantPages } from './config/assistant.ts';
import type { BackupConfig } from './config/backup-settings.ts';
import type { IdentityConfig } from './config/identity.ts';
import type { InstanceSettings, StoredSettings, StripeConfig } from './config/config.ts';
import type { Impersonator } from './audit.ts';
import { connectAsOf } from './database/connect.ts';
import type { Db, DbTransaction } from './database/tables.ts';
import { preloadFor, type AnnouncedBy } from './announced.ts';
import { DeferredWrites, type Writes } from './deferred-writes.ts';
import { isTransferring } from './transferring.ts';
import type { Git } from './git/git.ts';
import { LoaderCache, readAlone, type LoaderOf, type RowsReading } from './loaders.ts';
import { notifyingAfter, type Notify } from './live/sender.ts';
import type { Mailer } from './mail/mailer.ts';
import type { RemoteImages } from './remote-images/present.ts';
import type { Site } from './sites/site.ts';
import type { FileStorage } from './files/file-storage.ts';
import type { StorageWatch } from './files/unwritable.ts';
import { inSavepoint, retryDeadlocks } from './transactions.ts';

/** An authorization rule: a pure function of data already loaded. */
export type Rule<Subject> = (viewer: Viewer, subject: Subject) => boolean;
export type Policy<Subject> = Readonly<Record<string, Rule<Subject>>>;

/** The events, by name. Rooms add their own by declaration merging: `interface Events { 'label.created': {…} }`. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface Events {}
export type EventName = keyof Events;

export interface Announcement<Name extends EventName = EventName> {
  name: Name;
  namespaceId: NamespaceId;
  workItemId?: WorkItemId;
  data: Events[Name];
}

/** An announcement of any name: `name` determines the type of `data`. */
export type AnyAnnouncement = { [Name in EventName]: Announcement<Name> }[EventName];

/** Runs inside the transaction that announced, after the command wrote: its writes commit with the change or not at all. */
export type Listener = (ctx: Context, trx: Trx, announcement: AnyAnnouncement) => Promise<void>;

/** Loads what listeners read about several announcements of one context, before they run: in one statement instead of one for each. */
export type Preload = (ctx: Context, announcements: readonly AnyAnnouncement[]) => Promise<void>;
export type Announced = AnnouncedBy<Context, AnyAnnouncement>;

/** An open transaction that can also announce. */
export type Trx = DbTransaction & {
  announce<Name extends EventName>(announcement: Announcement<Name>): void;
  /**
   * Writes before the next statement of the transaction or before it commits, in one statement with other deferred writes. These are
   * made in no particular order: none may depend on another, and no two may change the same row. `key`: replaces a pending one.
   */
  defer(write: RawBuilder<unknown>, key?: string): void;
  /** As `defer`: rows of the same `insert` are inserted by one statement, in their order. */
  deferRow<Row>(insert: (rows: readonly Row[]) => RawBuilder<unknown>, row: Row): void;
  /** Passes all rows of the transaction to `write` after the listeners ran. Nothing before that may depend on them. */
  collect<Row>(write: (rows: readonly Row[]) => Promise<void>, row: Row): void;
  /** Keeps a value for the listeners, so that they need not read it again. */
  prime<Key extends string | number, Value>(loader: Loader<Key, Value>, key: Key, value: Value): void;
  /** Runs a command as another viewer within this transaction: its announcements carry that viewer. */
  actAs<Result>(ctx: Context, work: () => Promise<Result>): Promise<Result>;
  /** Runs a part in a savepoint: if it throws, its writes and announcements are rolled back, and the transaction can continue. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
};

export type Loader<Key extends string | number, Value> = LoaderOf<Context, Key, Value>;

export function defineLoader<Key extends string | number, Value>(
  name: string,
  batch: Loader<Key, Value>['batch'],
): Loader<Key, Value> {
  return { name, batch };
}

/** A loader of one SELECT: those whose keys are loaded in the same tick are read in one statement. */
export function defineRowsLoader<Key extends string | number, Row extends object, Value>(
  name: string,
  reading: RowsReading<Context, Key, Row, Value>,
): Loader<Key, Value> {
  return { name, batch: (ctx, keys) => readAlone(ctx, reading, keys), reading };
}

/** The services that rooms depend on; created once at start. */
export interface Services {
  db: Db;
  listeners: readonly Listener[];
  preloads: readonly Preload[];
  /** Stores announcements, with deferred writes, and commits; injected by the app, so that the platform depends on no table. */
  recordEvents: (trx: DbTransaction, announced: readonly Announced[], writes: Writes, notify: Notify) => Promise<void>;
  /** The prefix of links, without a trailing slash. */
  baseUrl: string;
  /** Absolute path of the data folder: repositories, and without a bucket all files. */
  dataDir: string;
  /** Uploads and archives, in the data folder or a bucket. */
  files: FileStorage;
  /** Number of epics above which a roadmap shows a warning. */
  roadmapEpicsLimit: number;
  /** The maximum size of an attached file, in bytes. */
  uploadLimit: number;
  /** Null if e-mail is disabled. Replaced when the settings change, so callers must not keep it. */
  mailer: Mailer | null;
  /** Null: no mail is received. */
  incomingMail: IncomingMailConfig | null;
  /** The effective values of the settings that administrators may change. */
  instance: InstanceSettings;
  /** Computes the effective settings from stored ones and the environment. */
  stored: StoredSettings;
  /** Signs data that returns to the server, such as links that need no sign-in. Each purpose derives its own secret. */
  secret: string;
  /** How images of other servers in texts are treated. */
  remoteImages: RemoteImages;
  /** Free space; null if it is not monitored. */
  storage: StorageWatch | null;
  /** Whether webhooks may call addresses of this machine and of private networks. */
  webhooksAllowLocal: boolean;
  /** The server of the language model; null: there is no assistant. */
  assistant: AssistantConfig | null;
  assistantPages: AssistantPages;
  /** Origins of other sites whose pages may call the MCP server. */
  mcpOrigins: readonly string[];
  /** Null: audit events are kept for ever. */
  auditRetentionDays: number | null;
  /** Runs the git of the system. */
  git: Git;
  /** The providers of sign-in. */
  identity: IdentityConfig;
  /** Whether this is the primary or a secondary, and what is known about the others. */
  site: Site;
  /** The account at the payment provider; null: no payment is needed. */
  stripe: StripeConfig | null;
  /** Name servers that are asked for TXT records; empty for those of the system. */
  nameServers: readonly string[];
  backups: BackupConfig;
}

/** One request (or job, or command): its viewer and its database connection. */
export class Context {
  readonly services: Services;
  readonly viewer: Viewer;
  readonly db: Db;
  /** The past day whose end it reads; null: the present. */
  readonly asOf: Day | null;
  /** The address of the client; null for jobs and commands. */
  readonly address: string | null;
  /** The administrator who acts as the viewer; null for the person. */
  readonly impersonator: Impersonator | null;
  /** The kind of program that acts for the viewer, as history and audit log name it ("MCP"); null for the viewer's own requests. */
  readonly via: string | null;
  /** Whether the credentials allow changes: a token may only read. */
  readonly mayWrite: boolean;
  /** Former full paths that this request used, with the current ones; GET requests are redirected. */
  readonly movedPaths = new Map<string, string>();
  readonly #loaders = new LoaderCache<Context>(this);

  constructor(
    services: Services,
    viewer: Viewer,
    db: Db = services.db,
    {
      asOf = null,
      address = null,
      impersonator = null,
      via = null,
      mayWrite = true,
    }: Partial<Pick<Context, 'asOf' | 'address' | 'impersonator' | 'via' | 'mayWrite'>> = {},
  ) {
    this.services = services;
    this.viewer = viewer;
    this.db = db;
    this.asOf = asOf;
    this.address = address;
    this.impersonator = impersonator;
    this.via = via;
    this.mayWrite = mayWrite;
  }

  get baseUrl(): string {
    return this.services.baseUrl;
  }

  can<Subject>(rule: Rule<Subject>, subject: Subject): boolean {
    return rule(this.viewer, subject);
  }

  /** Throws ForbiddenError unless the rule allows it. Invisible objects were already answered with NotFoundError. */
  require<Subject>(rule: Rule<Subject>, subject: Subject): void {
    if (rule(this.viewer, subject)) return;
    throw isTransferring(subject) ? new TransferInProgressError() : new ForbiddenError();
  }

  /** The value for a key, batched with all other keys requested in this tick; null when there is none. */
  load<Key extends string | number, Value>(loader: Loader<Key, Value>, key: Key): Promise<Value | null> {
    return this.#loaders.by(loader).load(key);
  }

  /** Loads many keys, so that `loaded` finds their values: with the other loaders of this tick in one statement, where it can be. */
  preload<Key extends string | number, Value>(loader: Loader<Key, Value>, keys: readonly Key[]): Promise<void> {
    return this.#loaders.preload(loader, keys);
  }

  /** The value for a key if it was loaded before; undefined if not. */
  peek<Key extends string | number, Value>(loader: Loader<Key, Value>, key: Key): Value | null | undefined {
    return this.#loaders.by(loader).peek(key);
  }

  /** Keeps a value that is known without reading it, so that loading the key takes no statement. Null: there is none. */
  prime<Key extends string | number, Value>(loader: Loader<Key, Value>, key: Key, value: Value | null): void {
    this.#loaders.prime(loader, key, value);
  }

  /** `show` of the value for a key: at once if it was loaded before, else once it is. */
  loaded<Key extends string | number, Value, Shown>(
    loader: Loader<Key, Value>,
    key: Key,
    show: (value: Value | null) => Shown,
  ): Shown | Promise<Awaited<Shown>> {
    const known = this.#loaders.by(loader).peek(key);
    return known === undefined ? (this.load(loader, key).then(show) as Promise<Awaited<Shown>>) : show(known);
  }

  async loadMany<Key extends string | number, Value>(from: Loader<Key, Value>, keys: readonly Key[]): Promise<Value[]> {
    const values = await Promise.all(keys.map((key) => this.load(from, key)));
    return values.filter((value): value is Awaited<Value> & Value => value !== null);
  }

  /**
   * Runs `work` in one transaction and commits when it returns; any throw rolls everything back. Announcements are written
   * and listeners run before the commit. A transaction inside a transaction joins it. `work` runs again after a deadlock.
   */
  async transaction<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
    if (this.asOf !== null) throw new ForbiddenError();
    const result = await (this.db.isTransaction
      ? (this.db as Trx).actAs(this, () => work(this.db as Trx))
      : retryDeadlocks(() => this.#commit(work)));
    // Data loaded before the change may be stale now.
    this.#loaders.clear();
    return result;
  }

  async #commit<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
    await this.services.storage?.requireRoomForRows();
    const { db, listeners, preloads, recordEvents } = this.services;
    const commit = (notify: Notify) =>
      db.transaction().execute(async (inner) => {
        const announced: Announced[] = [];
        let acting = this as Context;
        const deferred = new DeferredWrites(inner);
        const trx: Trx = Object.assign(inner, {
          ...deferred.methods,
          prime: <Key extends string | number, Value>(loader: Loader<Key, Value>, key: Key, value: Value) =>
            acting.prime(loader, key, value),
          announce: (announcement: Announcement) =>
            void announced.push({ by: acting, announcement: announcement as AnyAnnouncement }),
          actAs: async <Value>(ctx: Context, act: () => Promise<Value>) => {
            const before = acting;
            acting = ctx;
            try {
              return await act();
            } finally {
              acting = before;
            }
          },
          attempt: <Value>(part: () => Promise<Value>) => inSavepoint(inner, part, [deferred, announced]),
        });
        acting = new Context(this.services, this.viewer, trx, this);
        const value = await work(trx);
        await preloadFor(announced, preloads);
        // A listener may announce, too, so the list can grow during the iteration.
        for (const { by, announcement } of announced) {
          for (const listen of listeners) await trx.actAs(by, () => listen(by, trx, announcement));
          await deferred.writeMany();
        }
        await deferred.writeCollected();
        await (announced.length > 0 ? recordEvents(trx, announced, deferred.take(), notify) : deferred.writeLast());
        return value;
      });
    return notifyingAfter(db, commit);
  }

  /** This request with another connection, usually an open transaction, whose writes its loaders see. */
  within(trx: Db): Context {
    return new Context(this.services, this.viewer, trx, this);
  }

  /** The same viewer reading the end of a past day (UTC): what they may see is decided by the present. */
  at(day: Day): Context {
    const { address, impersonator, mayWrite } = this;
    const db = connectAsOf(this.services.db, formatDay(day));
    return new Context(this.services, this.viewer, db, { asOf: day, address, impersonator, mayWrite });
  }
}
