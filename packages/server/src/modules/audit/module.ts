import type { Module } from '../../platform/rooms/module.ts';
import { sealedStreams } from './commands/streams.ts';
import { removeOldAuditEvents, resumeAuditStreams, sendAuditStream } from './jobs.ts';
import { recordAnnounced } from './listeners.ts';
import { addRoutes } from './rest.ts';

export const auditModule: Module = {
  name: 'audit',
  addRoutes,
  listeners: [recordAnnounced],
  jobs: [removeOldAuditEvents, sendAuditStream, resumeAuditStreams],
  sealedColumns: [sealedStreams],
};
