import type { Module } from '../../platform/rooms/module.ts';
import { extendSchema } from './graphql.ts';
import { addCreatorAsMember } from './listeners.ts';
import { authentication, bootstrap } from './rest/identity.ts';
import { addRoutes } from './rest.ts';

export const membersModule: Module = {
  name: 'members',
  extendSchema,
  addRoutes,
  listeners: [addCreatorAsMember],
  authentication,
  bootstrap,
};
