/** A number that identifies one kind of object. */
export type Id<Kind extends string> = number & { readonly idOf: Kind };

export type UserId = Id<'User'>;
export type NamespaceId = Id<'Namespace'>;
export type WorkItemId = Id<'WorkItem'>;
export type LabelId = Id<'Label'>;
export type MilestoneId = Id<'Milestone'>;
export type IterationId = Id<'Iteration'>;
export type CadenceId = Id<'Cadence'>;
export type LinkId = Id<'Link'>;
export type TimelogId = Id<'Timelog'>;
export type CustomFieldId = Id<'CustomField'>;
export type CustomFieldOptionId = Id<'CustomFieldOption'>;
export type NoteId = Id<'Note'>;
export type ReactionId = Id<'Reaction'>;
export type TokenId = Id<'Token'>;
export type PasskeyId = Id<'Passkey'>;
export type AbuseReportId = Id<'AbuseReport'>;
export type AuditStreamId = Id<'AuditStream'>;
export type WebhookId = Id<'Webhook'>;
export type WebhookDeliveryId = Id<'WebhookDelivery'>;
export type ImportId = Id<'Import'>;
export type TemplateId = Id<'Template'>;
export type UploadId = Id<'Upload'>;
export type MetricImageId = Id<'MetricImage'>;
export type TimelineEventId = Id<'TimelineEvent'>;
export type TodoId = Id<'Todo'>;
export type EmailId = Id<'Email'>;
export type EmailEventId = Id<'EmailEvent'>;
export type InvitationId = Id<'Invitation'>;
export type StatusId = Id<'Status'>;
export type LifecycleId = Id<'Lifecycle'>;
export type SavedViewId = Id<'SavedView'>;
export type RoadmapLinkId = Id<'RoadmapLink'>;
export type StatusUpdateId = Id<'StatusUpdate'>;
export type SnapshotId = Id<'Snapshot'>;
export type BoardId = Id<'Board'>;
export type BoardListId = Id<'BoardList'>;
export type BoardViewId = Id<'BoardView'>;
export type EnvironmentId = Id<'Environment'>;
export type DeploymentId = Id<'Deployment'>;
export type ProtectedEnvironmentId = Id<'ProtectedEnvironment'>;
export type ProtectionRuleId = Id<'ProtectionRule'>;
export type DeploymentApprovalId = Id<'DeploymentApproval'>;
export type VulnerabilityId = Id<'Vulnerability'>;
export type VulnerabilityScanId = Id<'VulnerabilityScan'>;
export type VulnerabilityTransitionId = Id<'VulnerabilityTransition'>;
export type VulnerabilityIssueLinkId = Id<'VulnerabilityIssueLink'>;
export type MergeRequestId = Id<'MergeRequest'>;
export type MergeRequestNoteId = Id<'MergeRequestNote'>;
export type StatusCheckId = Id<'StatusCheck'>;
export type RemoteId = Id<'Remote'>;
export type InboundWebhookId = Id<'InboundWebhook'>;
export type InboundDeliveryId = Id<'InboundDelivery'>;
export type AuditEventId = Id<'AuditEvent'>;
export type BackupId = Id<'Backup'>;
export type IdentityId = Id<'Identity'>;
export type RoleMappingId = Id<'RoleMapping'>;
export type LdapGroupLinkId = Id<'LdapGroupLink'>;
export type SiteId = Id<'Site'>;
export type ChangeSetId = Id<'ChangeSet'>;
export type BulkUpdateId = Id<'BulkUpdate'>;
export type AiCallId = Id<'AiCall'>;

/** The part after `gid://gitlab/`. Existing clients parse these ids, so the names are fixed. */
export interface GlobalId {
  type: string;
  number: number;
}

const GLOBAL_ID = /^gid:\/\/gitlab\/([A-Za-z:]+)\/(\d{1,15})$/;

export function formatGlobalId(type: string, id: number): string {
  return `gid://gitlab/${type}/${id}`;
}

/** Parses `gid://gitlab/Epic/1`; null for anything else. */
export function parseGlobalId(text: string): GlobalId | null {
  const match = GLOBAL_ID.exec(text);
  return match ? { type: match[1] as string, number: Number(match[2]) } : null;
}
