/**
 * The table of pages: each with the pattern of its address. `:name` is one segment, `:name?` may be absent, and `*fullPath` is
 * the full path of a group or project, of any depth. Where two patterns match, the first wins. The component of each page is in
 * app/pages.ts.
 */
export const routes = {
  home: '/',
  signIn: '/users/sign_in',
  // Answered with a page only when sign-in at a provider failed.
  providerSignIn: '/users/auth/:provider',
  providerReturn: '/users/auth/:provider/callback',
  forgotPassword: '/users/password/new',
  resetPassword: '/-/reset-password/:token',
  confirmEmail: '/-/confirm-email/:token',
  newGroup: '/groups/new',
  newProject: '/projects/new',
  profile: '/-/profile',
  twoFactor: '/-/profile/2fa',
  todos: '/dashboard/todos',
  search: '/search',
  yourWork: '/-/your_work',
  ask: '/-/ask',
  imports: '/-/imports',
  deleted: '/-/deleted',
  explorer: '/-/graphql-explorer',
  signUp: '/users/sign_up',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminGroups: '/admin/groups',
  adminProjects: '/admin/projects',
  adminServiceAccounts: '/admin/service_accounts',
  adminSettings: '/admin/settings',
  adminJobs: '/admin/jobs',
  adminSites: '/admin/sites',
  adminBackups: '/admin/backups',
  adminAudit: '/admin/audit_events',
  adminIncomingMail: '/admin/incoming_mail',
  adminAssistant: '/admin/assistant',
  abuseReports: '/admin/abuse_reports',
  // Without a token the page asks the user to open the complete link.
  setUp: '/-/set-up/:token?',
  invitation: '/-/invitations/:token',
  sharedRoadmap: '/-/shared/roadmap/:token',

  group: '/groups/*fullPath',
  roadmap: '/groups/*fullPath/-/roadmap',
  snapshots: '/groups/*fullPath/-/roadmap/snapshots',
  epics: '/groups/*fullPath/-/epics',
  newGroupIssue: '/groups/*fullPath/-/issues/new',
  newEpic: '/groups/*fullPath/-/epics/new',
  epic: '/groups/*fullPath/-/epics/:iid',
  groupBoards: '/groups/*fullPath/-/boards/:boardId?',
  groupIssues: '/groups/*fullPath/-/issues',
  groupMilestones: '/groups/*fullPath/-/milestones',
  groupMilestone: '/groups/*fullPath/-/milestones/:iid',
  groupIterations: '/groups/*fullPath/-/iterations',
  groupInheritedIteration: '/groups/*fullPath/-/iterations/inherited/:iid',
  groupIteration: '/groups/*fullPath/-/iterations/:iid',
  groupLabels: '/groups/*fullPath/-/labels',
  groupVulnerabilities: '/groups/*fullPath/-/vulnerabilities',
  groupMergeRequests: '/groups/*fullPath/-/merge_requests',
  groupAnalytics: '/groups/*fullPath/-/analytics',
  groupMembers: '/groups/*fullPath/-/group_members',
  groupSettings: '/groups/*fullPath/-/edit',
  customFields: '/groups/*fullPath/-/settings/custom_fields',
  statuses: '/groups/*fullPath/-/settings/statuses',
  groupAccessTokens: '/groups/*fullPath/-/settings/access_tokens',
  groupServiceAccounts: '/groups/*fullPath/-/settings/service_accounts',
  roleMappings: '/groups/*fullPath/-/settings/role_mappings',
  groupSeats: '/groups/*fullPath/-/settings/seats',
  groupBilling: '/groups/*fullPath/-/settings/billing',
  groupAudit: '/groups/*fullPath/-/settings/audit_events',
  groupAssistant: '/groups/*fullPath/-/settings/assistant',
  groupProtection: '/groups/*fullPath/-/settings/protected_environments',
  groupHooks: '/groups/*fullPath/-/hooks',
  groupTemplates: '/groups/*fullPath/-/settings/description_templates',

  person: '/:username',

  projectSettings: '/*fullPath/edit',
  project: '/*fullPath',
  projectBoards: '/*fullPath/-/boards/:boardId?',
  issues: '/*fullPath/-/issues',
  newIssue: '/*fullPath/-/issues/new',
  issue: '/*fullPath/-/issues/:iid',
  projectMilestones: '/*fullPath/-/milestones',
  projectMilestone: '/*fullPath/-/milestones/:iid',
  projectIterations: '/*fullPath/-/iterations',
  projectInheritedIteration: '/*fullPath/-/iterations/inherited/:iid',
  projectLabels: '/*fullPath/-/labels',
  projectVulnerabilities: '/*fullPath/-/vulnerabilities',
  vulnerability: '/*fullPath/-/vulnerabilities/:iid',
  mergeRequests: '/*fullPath/-/merge_requests',
  newMergeRequest: '/*fullPath/-/merge_requests/new',
  mergeRequest: '/*fullPath/-/merge_requests/:iid',
  commit: '/*fullPath/-/commit/:sha',
  repository: '/*fullPath/-/tree/*at?',
  blob: '/*fullPath/-/blob/*at',
  environments: '/*fullPath/-/environments',
  projectAnalytics: '/*fullPath/-/analytics',
  projectMembers: '/*fullPath/-/project_members',
  projectAccessTokens: '/*fullPath/-/settings/access_tokens',
  projectAudit: '/*fullPath/-/settings/audit_events',
  projectProtection: '/*fullPath/-/settings/protected_environments',
  projectHooks: '/*fullPath/-/hooks',
  inboundWebhooks: '/*fullPath/-/settings/inbound_webhooks',
  remote: '/*fullPath/-/settings/remote',
  projectTemplates: '/*fullPath/-/settings/description_templates',
} as const;

export type Page = keyof typeof routes;

/** The parameters in a pattern. */
type ParameterOf<Pattern extends string> = Pattern extends `${infer Head}/${infer Tail}`
  ? ParameterOf<Head> | ParameterOf<Tail>
  : Pattern extends `:${infer Name}?` | `*${infer Name}?`
    ? Name
    : Pattern extends `:${infer Name}` | `*${infer Name}`
      ? Name
      : never;

type AddressWith<Name extends Page> = { page: Name } & { [Parameter in ParameterOf<(typeof routes)[Name]>]: string };

/** The parsed address of one page, or of any of several. */
export type AddressOf<Name extends Page> = Name extends Page ? AddressWith<Name> : never;

type PageWith<Pattern extends string> = { [Name in Page]: (typeof routes)[Name] extends Pattern ? Name : never }[Page];

type ItemPage = PageWith<`${string}/:iid`>;
type CommitPage = PageWith<`${string}/:sha`>;
/** Files and folders: a ref and a path. */
export type CodePage = PageWith<`${string}/*at` | `${string}/*at?`>;
/** Pages of a group, without those of a single item in it. */
export type GroupPage = Exclude<PageWith<`/groups/*fullPath${string}`>, ItemPage>;
/** Pages of a project, without those of a single item in it. */
export type ProjectPage = Exclude<PageWith<`/*fullPath${string}`>, ItemPage | CommitPage | PageWith<`${string}/*at`>>;
/** Pages of anything with a number. */
export type NumberedPage = ItemPage;
/** Pages of a commit. */
export type ShaPage = CommitPage;
