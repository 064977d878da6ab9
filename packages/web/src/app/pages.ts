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

/** A page in its own chunk, fetched once, on first navigation or hover. */
function lazyPage<Name extends Page>(load: () => Promise<ComponentType<PageProps<Name>>>): LazyPage {
  let loading: Promise<PageComponent> | null = null;
  const page: LazyPage = {
    component: null,
    load() {
      loading ??= load().then(
        (component) => (page.component = component as unknown as PageComponent),
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
  return page;
}

const account = () => import('./account-pages.ts');
const configuration = () => import('./settings-pages.ts');
const admin = () => import('./admin-pages.ts');
const delivery = () => import('./delivery-pages.ts');
const newItems = () => import('./new-item-pages.ts');
const people = () => import('./person-pages.ts');
const timeboxes = () => import('./timebox-pages.ts');

const group = lazyPage<'group'>(() => import('../pages/group/GroupPage.tsx').then((module) => module.GroupPage));
const issues = lazyPage<'issues' | 'groupIssues'>(() =>
  import('../pages/issues/IssuesPage.tsx').then((module) => module.IssuesPage),
);
const boards = lazyPage<'groupBoards' | 'projectBoards'>(() =>
  import('../pages/boards/BoardPage.tsx').then((module) => module.BoardPage),
);
const milestones = lazyPage<'projectMilestones' | 'groupMilestones'>(() =>
  timeboxes().then((module) => module.MilestonesPage),
);
const milestone = lazyPage<'projectMilestone' | 'groupMilestone'>(() =>
  timeboxes().then((module) => module.MilestonePage),
);
const labels = lazyPage<'projectLabels' | 'groupLabels'>(() =>
  import('../pages/labels/LabelsPage.tsx').then((module) => module.LabelsPage),
);
const iterations = lazyPage<'projectIterations' | 'groupIterations'>(() =>
  timeboxes().then((module) => module.IterationsPage),
);
const iteration = lazyPage<'groupIteration' | 'groupInheritedIteration' | 'projectInheritedIteration'>(() =>
  timeboxes().then((module) => module.IterationPage),
);
const templates = lazyPage<'groupTemplates' | 'projectTemplates'>(() =>
  configuration().then((module) => module.TemplatesPage),
);
const vulnerabilities = lazyPage<'groupVulnerabilities' | 'projectVulnerabilities'>(() =>
  delivery().then((module) => module.VulnerabilitiesPage),
);
const mergeRequests = lazyPage<'groupMergeRequests' | 'mergeRequests'>(() =>
  delivery().then((module) => module.MergeRequestsPage),
);
const analytics = lazyPage<'groupAnalytics' | 'projectAnalytics'>(() =>
  import('../pages/analytics/AnalyticsPage.tsx').then((module) => module.AnalyticsPage),
);
const repository = lazyPage<'repository' | 'blob'>(() => delivery().then((module) => module.RepositoryPage));
const protection = lazyPage<'groupProtection' | 'projectProtection'>(() =>
  configuration().then((module) => module.ProtectionPage),
);
const members = lazyPage<'projectMembers' | 'groupMembers'>(() =>
  import('../pages/members/MembersPage.tsx').then((module) => module.MembersPage),
);

const settings = lazyPage<'groupSettings' | 'projectSettings'>(() =>
  configuration().then((module) => module.SettingsPage),
);

const accessTokens = lazyPage<'groupAccessTokens' | 'projectAccessTokens'>(() =>
  configuration().then((module) => module.AccessTokensPage),
);

const hooks = lazyPage<'groupHooks' | 'projectHooks'>(() => configuration().then((module) => module.WebhooksPage));

const remote = lazyPage<'remote'>(() => configuration().then((module) => module.RemotePage));
const inboundWebhooks = lazyPage<'inboundWebhooks'>(() => configuration().then((module) => module.InboundWebhooksPage));

const adminNamespaces = lazyPage<'adminGroups' | 'adminProjects'>(() =>
  admin().then((module) => module.NamespacesPage),
);

const profile = lazyPage<'profile' | 'twoFactor'>(() => configuration().then((module) => module.ProfilePage));

/** Which component draws which page. */
const pages: Readonly<Record<Page, LazyPage>> = {
  home: lazyPage<'home'>(() => import('../pages/home/HomePage.tsx').then((module) => module.HomePage)),
  signIn: lazyPage<'signIn'>(() => import('../pages/sign-in/SignInPage.tsx').then((module) => module.SignInPage)),
  setUp: lazyPage<'setUp'>(() => account().then((module) => module.SetUpPage)),
  invitation: lazyPage<'invitation'>(() => account().then((module) => module.InvitationPage)),
  forgotPassword: lazyPage<'forgotPassword'>(() => account().then((module) => module.ForgotPasswordPage)),
  resetPassword: lazyPage<'resetPassword'>(() => account().then((module) => module.ResetPasswordPage)),
  confirmEmail: lazyPage<'confirmEmail'>(() => account().then((module) => module.ConfirmEmailPage)),
  signUp: lazyPage<'signUp'>(() => account().then((module) => module.SignUpPage)),
  admin: lazyPage<'admin'>(() => admin().then((module) => module.OverviewPage)),
  adminUsers: lazyPage<'adminUsers'>(() => admin().then((module) => module.UsersPage)),
  adminGroups: adminNamespaces,
  adminProjects: adminNamespaces,
  adminSettings: lazyPage<'adminSettings'>(() => admin().then((module) => module.InstanceSettingsPage)),
  adminJobs: lazyPage<'adminJobs'>(() => admin().then((module) => module.JobsPage)),
  newGroup: lazyPage<'newGroup'>(() => configuration().then((module) => module.NewGroupPage)),
  newProject: lazyPage<'newProject'>(() => configuration().then((module) => module.NewProjectPage)),
  profile,
  twoFactor: profile,
  person: lazyPage<'person'>(() => people().then((module) => module.PersonPage)),
  imports: lazyPage<'imports'>(() => configuration().then((module) => module.ImportsPage)),
  deleted: lazyPage<'deleted'>(() => configuration().then((module) => module.DeletedPage)),
  explorer: lazyPage<'explorer'>(() => configuration().then((module) => module.ExplorerPage)),
  abuseReports: lazyPage<'abuseReports'>(() => admin().then((module) => module.AbuseReportsPage)),
  search: lazyPage<'search'>(() => import('../pages/search/SearchPage.tsx').then((module) => module.SearchPage)),
  yourWork: lazyPage<'yourWork'>(() => people().then((module) => module.YourWorkPage)),
  todos: lazyPage<'todos'>(() => people().then((module) => module.TodosPage)),
  group,
  snapshots: lazyPage<'snapshots'>(() =>
    import('../pages/snapshots/SnapshotsPage.tsx').then((module) => module.SnapshotsPage),
  ),
  roadmap: lazyPage<'roadmap'>(() => import('../pages/roadmap/RoadmapPage.tsx').then((module) => module.RoadmapPage)),
  sharedRoadmap: lazyPage<'sharedRoadmap'>(() =>
    import('../pages/shared-roadmap/SharedRoadmapPage.tsx').then((module) => module.SharedRoadmapPage),
  ),
  epics: lazyPage<'epics'>(() => import('../pages/epics/EpicsPage.tsx').then((module) => module.EpicsPage)),
  newEpic: lazyPage<'newEpic'>(() => newItems().then((module) => module.NewEpicPage)),
  epic: lazyPage<'epic'>(() => import('../pages/epic/EpicPage.tsx').then((module) => module.EpicPage)),
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
  vulnerability: lazyPage<'vulnerability'>(() => delivery().then((module) => module.VulnerabilityPage)),
  groupAnalytics: analytics,
  projectAnalytics: analytics,
  groupMembers: members,
  groupTemplates: templates,
  projectTemplates: templates,
  customFields: lazyPage<'customFields'>(() => configuration().then((module) => module.CustomFieldsPage)),
  statuses: lazyPage<'statuses'>(() => configuration().then((module) => module.StatusesPage)),
  groupAccessTokens: accessTokens,
  groupHooks: hooks,
  groupSettings: settings,
  projectSettings: settings,
  project: lazyPage<'project'>(() => import('../pages/project/ProjectPage.tsx').then((module) => module.ProjectPage)),
  issues,
  newGroupIssue: lazyPage<'newGroupIssue'>(() => newItems().then((module) => module.NewGroupIssuePage)),
  newIssue: lazyPage<'newIssue'>(() => newItems().then((module) => module.NewIssuePage)),
  issue: lazyPage<'issue'>(() => import('../pages/issue/IssuePage.tsx').then((module) => module.IssuePage)),
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
  groupProtection: protection,
  projectProtection: protection,
  blob: repository,
  newMergeRequest: lazyPage<'newMergeRequest'>(() => delivery().then((module) => module.NewMergeRequestPage)),
  mergeRequest: lazyPage<'mergeRequest'>(() => delivery().then((module) => module.MergeRequestPage)),
  commit: lazyPage<'commit'>(() => delivery().then((module) => module.CommitPage)),
  environments: lazyPage<'environments'>(() => delivery().then((module) => module.EnvironmentsPage)),
};

/** Fetches a page's code; nothing to do for an address without a page. */
export async function loadPage(address: Address | null): Promise<void> {
  if (address) await pages[address.page].load();
}

/** The component of a page whose code has been fetched; null before. */
export function pageComponent(page: Page): PageComponent | null {
  return pages[page].component;
}
