import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Config, readConfig } from '../platform/config/config.ts';
import { Context, type Services } from '../platform/context.ts';
import type { Db } from '../platform/database/tables.ts';
import type { Viewer } from '@milepost/core/roles';
import type { StorageWatch } from '../platform/files/unwritable.ts';
import { FileStorage } from '../platform/files/file-storage.ts';
import { Git } from '../platform/git/git.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { Site } from '../platform/sites/site.ts';
import { modules } from './modules.ts';
import { recordEvents } from './events.ts';

type ServicesConfig = Pick<Config, 'url' | 'dataDir'> &
  Partial<
    Pick<
      Config,
      | 'roadmapEpicsLimit'
      | 'webhooksAllowLocal'
      | 'mcpOrigins'
      | 'assistant'
      | 'assistantPages'
      | 'auditRetentionDays'
      | 'remoteImages'
      | 'stored'
      | 'git'
      | 'identity'
      | 'siteName'
      | 'stripe'
      | 'nameServers'
      | 'incomingMail'
      | 'backups'
      | 'fileStorage'
    >
  >;

/** For commands and tests that set only some options. */
const defaults = readConfig({}, '/');

/** Available only in a serving process. */
interface Served {
  secret: string;
  mailer: Mailer | null;
  storage?: StorageWatch;
}

/** The services of all rooms; one per process. */
export function makeServices(db: Db, config: ServicesConfig, served?: Served): Services {
  for (const module of modules) module.plugIn?.();
  const stored = config.stored ?? defaults.stored;
  const instance = stored.read({});
  return {
    db,
    baseUrl: config.url,
    dataDir: config.dataDir,
    files: new FileStorage(config.dataDir, config.fileStorage),
    roadmapEpicsLimit: config.roadmapEpicsLimit ?? defaults.roadmapEpicsLimit,
    uploadLimit: instance.uploadLimit,
    instance,
    stored,
    mailer: served?.mailer ?? null,
    incomingMail: config.incomingMail ?? null,
    storage: served?.storage ?? null,
    remoteImages: config.remoteImages ?? defaults.remoteImages,
    secret: served?.secret ?? randomBytes(32).toString('base64url'),
    assistant: config.assistant ?? null,
    assistantPages: config.assistantPages ?? defaults.assistantPages,
    mcpOrigins: config.mcpOrigins ?? defaults.mcpOrigins,
    auditRetentionDays: config.auditRetentionDays ?? null,
    webhooksAllowLocal: config.webhooksAllowLocal ?? defaults.webhooksAllowLocal,
    git: new Git(config.git ?? defaults.git),
    identity: config.identity ?? defaults.identity,
    site: new Site(db, config.siteName ?? null),
    stripe: config.stripe ?? null,
    nameServers: config.nameServers ?? [],
    backups: config.backups ?? { ...defaults.backups, folder: join(config.dataDir, 'backups') },
    listeners: modules.flatMap((module) => module.listeners ?? []),
    preloads: modules.flatMap((module) => module.preloads ?? []),
    recordEvents,
  };
}

/** A context outside a request: a job, a command line, a test. */
export function contextFor(services: Services, viewer: Viewer): Context {
  return new Context(services, viewer);
}
