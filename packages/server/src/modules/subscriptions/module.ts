import type { Module } from '../../platform/rooms/module.ts';
import { plugInActions } from '../work-items/commands/sockets.ts';
import { plugIn } from '../work-items/sockets.ts';
import { subscriptionActions } from './actions.ts';
import { subscriptionFilter } from './filter.ts';
import { extendSchema } from './graphql.ts';
import { sendEmails } from './jobs.ts';
import { queueEmails } from './listeners.ts';
import { plugInGraphqlFields } from './graphql/fields.ts';
import { plugInRestFields } from './rest/fields.ts';
import { addUnsubscribePages } from './rest/unsubscribe.ts';
import { addRoutes } from './rest.ts';

export const subscriptionsModule: Module = {
  name: 'subscriptions',
  extendSchema,
  addRoutes,
  addPages: (server, { services }) => addUnsubscribePages(server, services),
  plugIn() {
    plugInActions(subscriptionActions);
    plugIn({ filters: [subscriptionFilter] });
    plugInRestFields();
    plugInGraphqlFields();
  },
  listeners: [queueEmails],
  jobs: [sendEmails],
};
