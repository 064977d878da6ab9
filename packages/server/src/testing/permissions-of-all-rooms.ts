import { customFieldPermissions } from './permissions-custom-fields.ts';
import { labelPermissions } from './permissions-labels.ts';
import { linkPermissions } from './permissions-links.ts';
import { memberPermissions } from './permissions-members.ts';
import { iterationPermissions, milestonePermissions } from './permissions-milestones.ts';
import { movePermissions } from './permissions-moves.ts';
import { namespacePermissions } from './permissions-namespaces.ts';
import { notePermissions, reactionPermissions } from './permissions-notes.ts';
import { subscriptionPermissions, todoPermissions } from './permissions-subscriptions.ts';
import { roadmapPermissions } from './permissions-roadmaps.ts';
import { metricImagePermissions, uploadPermissions } from './permissions-uploads.ts';
import { templatePermissions } from './permissions-templates.ts';
import { timeTrackingPermissions } from './permissions-time-tracking.ts';
import { userPermissions } from './permissions-users.ts';
import { webhookPermissions } from './permissions-webhooks.ts';
import { workItemPermissions } from './permissions-work-items.ts';
import type { PermissionRow } from './permissions.ts';

/** Each room's rows, under the words of the guide. A room adds its own here. */
export const tables: Readonly<Record<string, readonly PermissionRow[]>> = {
  Accounts: userPermissions,
  'Groups and projects': namespacePermissions,
  Members: memberPermissions,
  'Epics and issues': workItemPermissions,
  Links: linkPermissions,
  Labels: labelPermissions,
  Roadmaps: roadmapPermissions,
  Milestones: milestonePermissions,
  Iterations: iterationPermissions,
  'Time tracking': timeTrackingPermissions,
  'Custom fields': customFieldPermissions,
  Reactions: reactionPermissions,
  Comments: notePermissions,
  Subscriptions: subscriptionPermissions,
  'To-dos': todoPermissions,
  'Issues that go on elsewhere': movePermissions,
  'Description templates': templatePermissions,
  'Attached files': uploadPermissions,
  'Metric images': metricImagePermissions,
  Webhooks: webhookPermissions,
};
