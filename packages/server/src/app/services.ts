import type { Config } from '../platform/config.ts';
import { Context, type Announcement, type Services } from '../platform/context.ts';
import type { Db, DbTransaction } from '../platform/database/tables.ts';
import { defaultEpicsLimit } from '@milepost/core/roadmap/limits';
import { uploadLimits } from '@milepost/core/uploads';
import type { Viewer } from '@milepost/core/roles';
import { modules } from './modules.ts';
import { recordEvents } from './events.ts';

type ServicesConfig = Pick<Config, 'url' | 'dataDir'> & Partial<Pick<Config, 'roadmapEpicsLimit' | 'uploadLimit'>>;

/** What every room needs of the world; one per process. */
export function makeServices(db: Db, config: ServicesConfig): Services {
  for (const module of modules) module.plugIn?.();
  return {
    db,
    baseUrl: config.url,
    dataDir: config.dataDir,
    roadmapEpicsLimit: config.roadmapEpicsLimit ?? defaultEpicsLimit,
    uploadLimit: config.uploadLimit ?? uploadLimits.size,
    listeners: modules.flatMap((module) => module.listeners ?? []),
    recordEvents: (trx: DbTransaction, viewer: Viewer, announcements: readonly Announcement[]) =>
      recordEvents(trx, viewer, announcements),
  };
}

/** Someone at work outside a request: a job, a command at the shell, a test. */
export function contextFor(services: Services, viewer: Viewer): Context {
  return new Context(services, viewer);
}
