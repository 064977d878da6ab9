import type { ComponentType } from 'react';
import type { Address } from '../platform/navigation/addresses.ts';
import type { Page } from '../platform/navigation/routes.ts';
import type { PageProps } from '../platform/navigation/page-props.ts';

type PageComponent = ComponentType<{ address: Address }>;

interface LazyPage {
  load(): Promise<PageComponent>;
  /** The component, once it has been loaded. */
  component: PageComponent | null;
}

/** The exports that can draw a page. */
type PagesIn<Module, Name extends Page> = {
  [Export in keyof Module]: Module[Export] extends ComponentType<PageProps<Name>> ? Export : never;
}[keyof Module];

/** The pages of a chunk, by the names of their components. It is fetched once, on first navigation or hover. */
function chunk<Module>(fetch: () => Promise<Module>) {
  return <Name extends Page>(name: PagesIn<Module, Name>): LazyPage => {
    let loading: Promise<PageComponent> | null = null;
    const page: LazyPage = {
      component: null,
      load: () =>
        (loading ??= fetch().then(
          (module) => (page.component = module[name] as PageComponent),
          (error: unknown) => {
            loading = null;
            throw error;
          },
        )),
    };
    return page;
  };
}

const ofAccount = chunk(() => import('./account-pages.ts'));
const ofSettings = chunk(() => import('./settings-pages.ts'));
const ofAdmin = chunk(() => import('./admin-pages.ts'));
const ofDelivery = chunk(() => import('./delivery-pages.ts'));
const ofNewItems = chunk(() => import('./new-item-pages.ts'));
const ofPeople = chunk(() => import('./person-pages.ts'));
const ofTimeboxes = chunk(() => import('./timebox-pages.ts'));

const group = chunk(() => import('../pages/group/GroupPage.tsx'))<'group'>('GroupPage');
const issues = chunk(() => import('../pages/issues/IssuesPage.tsx'))<'issues' | 'groupIssues'>('IssuesPage');
const boards = chunk(() => import('../pages/boards/BoardPage.tsx'))<'groupBoards' | 'projectBoards'>('BoardPage');
const milestones = ofTimeboxes<'projectMilestones' | 'groupMilestones'>('MilestonesPage');
const milestone = ofTimeboxes<'projectMilestone' | 'groupMilestone'>('MilestonePage');
const labels = chunk(() => import('../pages/labels/LabelsPage.tsx'))<'projectLabels' | 'groupLabels'>('LabelsPage');
const iterations = ofTimeboxes<'projectIterations' | 'groupIterations'>('IterationsPage');
const iteration = ofTimeboxes<'groupIteration' | 'groupInheritedIteration' | 'projectInheritedIteration'>(
  'IterationPage',
);
const templates = ofSettings<'groupTemplates' | 'projectTemplates'>('TemplatesPage');
const vulnerabilities = ofDelivery<'groupVulnerabilities' | 'projectVulnerabilities'>('VulnerabilitiesPage');
const mergeRequests = ofDelivery<'groupMergeRequests' | 'mergeRequests'>('MergeRequestsPage');
const analytics = chunk(() => import('../pages/analytics/AnalyticsPage.tsx'))<'groupAnalytics' | 'projectAnalytics'>(
  'AnalyticsPage',
);
const repository = ofDelivery<'repository' | 'blob'>('RepositoryPage');
const protection = ofSettings<'groupProtection' | 'projectProtection'>('ProtectionPage');
const members = ofSettings<'projectMembers' | 'groupMembers'>('MembersPage');

const settings = ofSettings<'groupSettings' | 'projectSettings'>('SettingsPage');

const accessTokens = ofSettings<'groupAccessTokens' | 'projectAccessTokens'>('AccessTokensPage');

const hooks = ofSettings<'groupHooks' | 'projectHooks'>('WebhooksPage');

const remote = ofSettings<'remote'>('RemotePage');
const inboundWebhooks = ofSettings<'inboundWebhooks'>('InboundWebhooksPage');

const adminNamespaces = ofAdmin<'adminGroups' | 'adminProjects'>('NamespacesPage');

const auditLog = ofAdmin<'adminAudit' | 'groupAudit' | 'projectAudit'>('AuditLogPage');

const profile = ofSettings<'profile' | 'twoFactor'>('ProfilePage');

const signIn = chunk(() => import('../pages/sign-in/SignInPage.tsx'))<'signIn' | 'providerSignIn' | 'providerReturn'>(
  'SignInPage',
);

/** Which component draws which page. */
const pages: Readonly<Record<Page, LazyPage>> = {
  home: chunk(() => import('../pages/home/HomePage.tsx'))<'home'>('HomePage'),
  signIn,
  providerSignIn: signIn,
  providerReturn: signIn,
  setUp: ofAccount<'setUp'>('SetUpPage'),
  invitation: ofAccount<'invitation'>('InvitationPage'),
  forgotPassword: ofAccount<'forgotPassword'>('ForgotPasswordPage'),
  resetPassword: ofAccount<'resetPassword'>('ResetPasswordPage'),
  confirmEmail: ofAccount<'confirmEmail'>('ConfirmEmailPage'),
  signUp: ofAccount<'signUp'>('SignUpPage'),
  admin: ofAdmin<'admin'>('OverviewPage'),
  adminUsers: ofAdmin<'adminUsers'>('UsersPage'),
  adminGroups: adminNamespaces,
  adminProjects: adminNamespaces,
  adminServiceAccounts: ofAdmin<'adminServiceAccounts'>('AdminServiceAccountsPage'),
  adminSettings: ofAdmin<'adminSettings'>('InstanceSettingsPage'),
  adminJobs: ofAdmin<'adminJobs'>('JobsPage'),
  adminSites: ofAdmin<'adminSites'>('SitesPage'),
  adminBackups: ofAdmin<'adminBackups'>('BackupsPage'),
  adminAudit: auditLog,
  adminIncomingMail: ofAdmin<'adminIncomingMail'>('IncomingMailPage'),
  adminAssistant: ofAdmin<'adminAssistant'>('AssistantUsagePage'),
  newGroup: ofSettings<'newGroup'>('NewGroupPage'),
  newProject: ofSettings<'newProject'>('NewProjectPage'),
  profile,
  twoFactor: profile,
  person: ofPeople<'person'>('PersonPage'),
  imports: ofSettings<'imports'>('ImportsPage'),
  deleted: ofSettings<'deleted'>('DeletedPage'),
  explorer: ofSettings<'explorer'>('ExplorerPage'),
  abuseReports: ofAdmin<'abuseReports'>('AbuseReportsPage'),
  search: ofPeople<'search'>('SearchPage'),
  yourWork: ofPeople<'yourWork'>('YourWorkPage'),
  ask: ofPeople<'ask'>('AskPage'),
  todos: ofPeople<'todos'>('TodosPage'),
  group,
  snapshots: chunk(() => import('../pages/snapshots/SnapshotsPage.tsx'))<'snapshots'>('SnapshotsPage'),
  roadmap: chunk(() => import('../pages/roadmap/RoadmapPage.tsx'))<'roadmap'>('RoadmapPage'),
  sharedRoadmap: chunk(() => import('../pages/shared-roadmap/SharedRoadmapPage.tsx'))<'sharedRoadmap'>(
    'SharedRoadmapPage',
  ),
  epics: chunk(() => import('../pages/epics/EpicsPage.tsx'))<'epics'>('EpicsPage'),
  newEpic: ofNewItems<'newEpic'>('NewEpicPage'),
  epic: chunk(() => import('../pages/epic/EpicPage.tsx'))<'epic'>('EpicPage'),
  groupBoards: boards,
  projectBoards: boards,
  groupIssues: issues,
  groupMilestones: milestones,
  groupMilestone: milestone,
  groupIterations: iterations,
  groupIteration: iteration,
  groupInheritedIteration: iteration,
  groupLabels: labels,
  groupVulnerabilities: vulnerabilities,
  projectVulnerabilities: vulnerabilities,
  vulnerability: ofDelivery<'vulnerability'>('VulnerabilityPage'),
  groupAnalytics: analytics,
  projectAnalytics: analytics,
  groupMembers: members,
  groupTemplates: templates,
  projectTemplates: templates,
  customFields: ofSettings<'customFields'>('CustomFieldsPage'),
  statuses: ofSettings<'statuses'>('StatusesPage'),
  groupAccessTokens: accessTokens,
  groupServiceAccounts: ofSettings<'groupServiceAccounts'>('GroupServiceAccountsPage'),
  groupHooks: hooks,
  groupSettings: settings,
  projectSettings: settings,
  project: chunk(() => import('../pages/project/ProjectPage.tsx'))<'project'>('ProjectPage'),
  issues,
  newGroupIssue: ofNewItems<'newGroupIssue'>('NewGroupIssuePage'),
  newIssue: ofNewItems<'newIssue'>('NewIssuePage'),
  issue: chunk(() => import('../pages/issue/IssuePage.tsx'))<'issue'>('IssuePage'),
  projectMilestones: milestones,
  projectMilestone: milestone,
  projectIterations: iterations,
  projectInheritedIteration: iteration,
  projectLabels: labels,
  projectMembers: members,
  projectAccessTokens: accessTokens,
  projectHooks: hooks,
  inboundWebhooks,
  remote,
  groupMergeRequests: mergeRequests,
  mergeRequests,
  repository,
  roleMappings: ofSettings<'roleMappings'>('RoleMappingsPage'),
  groupSeats: ofSettings<'groupSeats'>('SeatsPage'),
  groupBilling: ofSettings<'groupBilling'>('BillingPage'),
  groupAudit: auditLog,
  groupAssistant: ofSettings<'groupAssistant'>('AssistantSettingsPage'),
  projectAudit: auditLog,
  groupProtection: protection,
  projectProtection: protection,
  blob: repository,
  newMergeRequest: ofDelivery<'newMergeRequest'>('NewMergeRequestPage'),
  mergeRequest: ofDelivery<'mergeRequest'>('MergeRequestPage'),
  commit: ofDelivery<'commit'>('CommitPage'),
  environments: ofDelivery<'environments'>('EnvironmentsPage'),
};

/** Fetches a page's code; nothing to do for an address without a page. */
export async function loadPage(address: Address | null): Promise<void> {
  if (address) await pages[address.page].load();
}

/** The component of a page whose code has been fetched; null before. */
export function pageComponent(page: Page): PageComponent | null {
  return pages[page].component;
}
