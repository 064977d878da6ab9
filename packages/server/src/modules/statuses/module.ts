import type { Module } from '../../platform/rooms/module.ts';
import { plugInActions } from '../work-items/commands/sockets.ts';
import { plugIn } from '../work-items/sockets.ts';
import { statusActions } from './actions.ts';
import { statusFilter, statusOrder } from './filter.ts';
import { plugInGraphqlFields } from './graphql/fields.ts';
import { mutateLifecycles } from './graphql/mutations.ts';
import { describeStatuses } from './graphql.ts';
import { plugInRestFields } from './rest/fields.ts';
import { addRoutes, plugInTransferStatuses } from './rest.ts';

export const statusesModule: Module = {
  name: 'statuses',
  extendSchema() {
    describeStatuses();
    mutateLifecycles();
  },
  addRoutes,
  plugIn() {
    plugInActions(statusActions);
    plugIn({ filters: [statusFilter], orders: { status: statusOrder } });
    plugInRestFields();
    plugInTransferStatuses();
    plugInGraphqlFields();
  },
};
