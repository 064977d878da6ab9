import type { Module } from '../../platform/rooms/module.ts';
import { deleteOldKeys, mailBackupFailures, makeBackups } from './jobs.ts';
import { addSiteRoutes } from './rest.ts';
import { addLogoPages } from './rest/logo.ts';
import { bootstrapOfAdministration } from './rest/pages.ts';

export const adminModule: Module = {
  name: 'admin',
  addSiteRoutes,
  addPages: addLogoPages,
  jobs: [makeBackups, mailBackupFailures, deleteOldKeys],
  bootstrap: ({ viewer }, { url }) => Promise.resolve(bootstrapOfAdministration(viewer, url)),
};
