import type { Module } from '../../platform/rooms/module.ts';
import { sendInvitations, sweepEndedInvitations } from './jobs.ts';
import { addInvitationPages, publicBootstrap } from './rest/pages.ts';
import { addRoutes } from './rest.ts';

export const invitationsModule: Module = {
  name: 'invitations',
  addRoutes,
  addPages: addInvitationPages,
  bootstrap: ({ services }) => Promise.resolve({ sendsMail: services.mailer !== null }),
  publicBootstrap,
  jobs: [sendInvitations, sweepEndedInvitations],
};
