import type { Module } from '../../platform/rooms/module.ts';
import { plugInReference } from '../../platform/markdown/sockets.ts';
import { plugIn } from '../work-items/sockets.ts';
import { labelFilter } from './filter.ts';
import { extendSchema } from './graphql.ts';
import { takeLabelsAlong } from './listeners.ts';
import { labelReferences } from './reference.ts';
import { byLabelPriority } from './filter/orders.ts';
import { plugInGraphqlFields } from './graphql/fields.ts';
import { plugInRestFields } from './rest/fields.ts';
import { addNamespaceRoutes } from './rest/pages.ts';
import { addRoutes } from './rest.ts';
import { labelsWidget } from './widget.ts';
import { plugInActions, plugInSuggestions } from '../work-items/commands/sockets.ts';
import { labelActions } from './actions.ts';
import { labelSuggestions } from './suggestions.ts';

export const labelsModule: Module = {
  name: 'labels',
  extendSchema,
  addRoutes,
  addNamespaceRoutes,
  listeners: [takeLabelsAlong],
  plugIn() {
    plugInActions(labelActions);
    plugInSuggestions(labelSuggestions);
    plugIn({ widgets: [labelsWidget], filters: [labelFilter], orders: { labelPriority: byLabelPriority } });
    plugInReference(labelReferences);
    plugInRestFields();
    plugInGraphqlFields();
  },
};
