import { aiModule } from '../modules/ai/module.ts';
import { auditModule } from '../modules/audit/module.ts';
import { adminModule } from '../modules/admin/module.ts';
import { analyticsModule } from '../modules/analytics/module.ts';
import { changeSetsModule } from '../modules/change-sets/module.ts';
import { checklistsModule } from '../modules/checklists/module.ts';
import { billingModule } from '../modules/billing/module.ts';
import { boardsModule } from '../modules/boards/module.ts';
import { customFieldsModule } from '../modules/custom-fields/module.ts';
import { deploymentsModule } from '../modules/deployments/module.ts';
import { descriptionTemplatesModule } from '../modules/description-templates/module.ts';
import { entitlementsModule } from '../modules/entitlements/module.ts';
import { hierarchyModule } from '../modules/hierarchy/module.ts';
import { identityModule } from '../modules/identity/module.ts';
import { importsModule } from '../modules/imports/module.ts';
import { inboundWebhooksModule } from '../modules/inbound-webhooks/module.ts';
import { incidentsModule } from '../modules/incidents/module.ts';
import { invitationsModule } from '../modules/invitations/module.ts';
import { iterationsModule } from '../modules/iterations/module.ts';
import { labelsModule } from '../modules/labels/module.ts';
import { linksModule } from '../modules/links/module.ts';
import { listsModule } from '../modules/lists/module.ts';
import { liveModule } from '../modules/live/module.ts';
import { mailInModule } from '../modules/mail-in/module.ts';
import { mcpModule } from '../modules/mcp/module.ts';
import { membersModule } from '../modules/members/module.ts';
import { mergeRequestsModule } from '../modules/merge-requests/module.ts';
import { milestonesModule } from '../modules/milestones/module.ts';
import { movesModule } from '../modules/moves/module.ts';
import { namespacesModule } from '../modules/namespaces/module.ts';
import { notesModule } from '../modules/notes/module.ts';
import { repositoriesModule } from '../modules/repositories/module.ts';
import { reactionsModule } from '../modules/reactions/module.ts';
import { roadmapsModule } from '../modules/roadmaps/module.ts';
import { uploadsModule } from '../modules/uploads/module.ts';
import { sitesModule } from '../modules/sites/module.ts';
import { searchModule } from '../modules/search/module.ts';
import { settingsModule } from '../modules/settings/module.ts';
import { snapshotsModule } from '../modules/snapshots/module.ts';
import { statusUpdatesModule } from '../modules/status-updates/module.ts';
import { statusesModule } from '../modules/statuses/module.ts';
import { subscriptionsModule } from '../modules/subscriptions/module.ts';
import { todosModule } from '../modules/todos/module.ts';
import { timeTrackingModule } from '../modules/time-tracking/module.ts';
import { usersModule } from '../modules/users/module.ts';
import { viewsModule } from '../modules/views/module.ts';
import { vulnerabilitiesModule } from '../modules/vulnerabilities/module.ts';
import { webhooksModule } from '../modules/webhooks/module.ts';
import { workItemsModule } from '../modules/work-items/module.ts';
import { yourWorkModule } from '../modules/your-work/module.ts';
import type { Authentication, Module } from '../platform/rooms/module.ts';

/**
 * The rooms in import order. A room may import those before it in this list, never those after it: the grid test (grid.test.ts)
 * checks this.
 */
export const modules: readonly Module[] = [
  usersModule,
  namespacesModule,
  membersModule,
  entitlementsModule,
  invitationsModule,
  uploadsModule,
  descriptionTemplatesModule,
  workItemsModule,
  liveModule,
  labelsModule,
  milestonesModule,
  iterationsModule,
  statusesModule,
  timeTrackingModule,
  linksModule,
  hierarchyModule,
  customFieldsModule,
  reactionsModule,
  notesModule,
  subscriptionsModule,
  todosModule,
  movesModule,
  viewsModule,
  listsModule,
  incidentsModule,
  repositoriesModule,
  vulnerabilitiesModule,
  boardsModule,
  statusUpdatesModule,
  roadmapsModule,
  snapshotsModule,
  webhooksModule,
  mergeRequestsModule,
  inboundWebhooksModule,
  deploymentsModule,
  analyticsModule,
  identityModule,
  billingModule,
  auditModule,
  importsModule,
  settingsModule,
  checklistsModule,
  searchModule,
  yourWorkModule,
  mailInModule,
  adminModule,
  sitesModule,
  changeSetsModule,
  aiModule,
  mcpModule,
];

export const authentication: Authentication = theOnly(modules.flatMap((module) => module.authentication ?? []));

function theOnly<Part>(parts: readonly Part[]): Part {
  const [part] = parts;
  if (part === undefined || parts.length > 1) throw new Error('Exactly one room must identify requests');
  return part;
}
