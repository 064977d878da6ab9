import { boardPermissions } from './boards.ts';
import { customFieldPermissions } from './custom-fields.ts';
import { identityPermissions } from './access/identity.ts';
import { invitationPermissions } from './access/invitations.ts';
import { labelPermissions } from './labels.ts';
import { linkPermissions } from './links.ts';
import { memberPermissions } from './access/members.ts';
import { mergeRequestPermissions } from './delivery/merge-requests.ts';
import { iterationPermissions, milestonePermissions } from './milestones.ts';
import { movePermissions } from './moves.ts';
import { namespacePermissions } from './access/namespaces.ts';
import { notePermissions, reactionPermissions } from './notes.ts';
import { searchPermissions } from './search.ts';
import { statusPermissions } from './statuses.ts';
import { snapshotPermissions } from './snapshots.ts';
import { statusUpdatePermissions } from './status-updates.ts';
import { subscriptionPermissions, todoPermissions } from './subscriptions.ts';
import { repositoryPermissions } from './delivery/repositories.ts';
import { analyticsPermissions, deploymentPermissions } from './delivery/deployments.ts';
import { roadmapPermissions } from './roadmaps.ts';
import { timelinePermissions } from './timelines.ts';
import { metricImagePermissions, uploadPermissions } from './uploads.ts';
import { templatePermissions } from './templates.ts';
import { timeTrackingPermissions } from './time-tracking.ts';
import { userPermissions } from './access/users.ts';
import { adminPermissions, auditPermissions, sitePermissions } from './access/admin.ts';
import { billingPermissions } from './access/billing.ts';
import { assistantPermissions } from './access/assistant.ts';
import { viewPermissions } from './views.ts';
import { vulnerabilityPermissions } from './delivery/vulnerabilities.ts';
import { incomingMailPermissions } from './mail-in.ts';
import { inboundWebhookPermissions, webhookPermissions } from './delivery/webhooks.ts';
import { workItemPermissions } from './work-items.ts';
import type { PermissionRow } from '../permissions.ts';

/** The rows of all rooms, under the headings of the guide. A room adds its own here. */
export const tables: Readonly<Record<string, readonly PermissionRow[]>> = {
  Accounts: userPermissions,
  'Groups and projects': namespacePermissions,
  Members: memberPermissions,
  Invitations: invitationPermissions,
  'Epics and issues': workItemPermissions,
  'Status updates': statusUpdatePermissions,
  Links: linkPermissions,
  Labels: labelPermissions,
  'Saved views': viewPermissions,
  Roadmaps: roadmapPermissions,
  Snapshots: snapshotPermissions,
  Boards: boardPermissions,
  Milestones: milestonePermissions,
  Iterations: iterationPermissions,
  Statuses: statusPermissions,
  'Time tracking': timeTrackingPermissions,
  'Custom fields': customFieldPermissions,
  Reactions: reactionPermissions,
  Comments: notePermissions,
  Subscriptions: subscriptionPermissions,
  'To-dos': todoPermissions,
  'Moving, cloning and promoting': movePermissions,
  'Description templates': templatePermissions,
  'Attached files': uploadPermissions,
  'Metric images': metricImagePermissions,
  'Timelines of incidents': timelinePermissions,
  Repositories: repositoryPermissions,
  'Inbound webhooks': inboundWebhookPermissions,
  'Environments and deployments': deploymentPermissions,
  Analytics: analyticsPermissions,
  Vulnerabilities: vulnerabilityPermissions,
  'Merge requests': mergeRequestPermissions,
  Search: searchPermissions,
  'Sign-in providers': identityPermissions,
  'Seats and plans': billingPermissions,
  'Audit log': auditPermissions,
  'Assistant and MCP': assistantPermissions,
  'Incoming email': incomingMailPermissions,
  Webhooks: webhookPermissions,
  Administration: adminPermissions,
  Sites: sitePermissions,
};
