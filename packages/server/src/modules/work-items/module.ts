import type { Module } from '../../platform/rooms/module.ts';
import { plugInReference } from '../../platform/markdown/sockets.ts';
import { plugInFigures } from '../namespaces/sockets.ts';
import { plugInUploadReaders } from '../uploads/sockets.ts';
import { plugInBan } from '../users/sockets.ts';
import { readsOneItem } from './commands.ts';
import { hideOfBanned } from './commands/hidden.ts';
import { workItemFilters } from './filter.ts';
import { indexTexts, unassignFormerMembers } from './jobs.ts';
import { unassignRemovedMembers } from './listeners.ts';
import { workItemReferences } from './reference.ts';
import { addNamespaceRoutes } from './rest/pages.ts';
import { addWritingRoutes } from './rest/suggestions.ts';
import { addRoutes } from './rest.ts';
import { extendSchema } from './graphql/schema.ts';
import { plugInSelectFields } from './graphql/select-fields.ts';
import { plugInRestSelectFields } from './rest/select-fields.ts';
import { plugIn } from './sockets.ts';
import { figuresOfProject } from './store.ts';
import { plugInActions, plugInSuggestions } from './commands/sockets.ts';
import { workItemActions } from './actions.ts';
import { selectFieldActions } from './actions/select-fields.ts';
import { workItemSuggestions } from './suggestions.ts';

export const workItemsModule: Module = {
  name: 'work-items',
  extendSchema,
  addRoutes,
  addNamespaceRoutes(routes) {
    addNamespaceRoutes(routes);
    addWritingRoutes(routes);
  },
  plugIn() {
    plugInActions(workItemActions);
    plugInActions(selectFieldActions);
    for (const source of workItemSuggestions) plugInSuggestions(source);
    plugIn({ filters: workItemFilters });
    plugInSelectFields();
    plugInRestSelectFields();
    plugInBan(hideOfBanned);
    plugInUploadReaders(readsOneItem);
    plugInFigures(figuresOfProject);
    plugInReference(workItemReferences);
  },
  listeners: [unassignRemovedMembers],
  jobs: [indexTexts, unassignFormerMembers],
};
