import type { Module } from '../../platform/rooms/module.ts';
import { extendSchema } from './graphql.ts';
import { removeOldReceivedMails } from './jobs.ts';
import { addSiteRoutes, receiveWhileServing } from './rest.ts';

export const mailInModule: Module = {
  name: 'mail-in',
  extendSchema,
  addSiteRoutes,
  addPages: (server, { services }) => receiveWhileServing(server, services),
  jobs: [removeOldReceivedMails],
};
