import type { Feature } from '@milepost/core/settings/features';
import {
  ChartColumn,
  CircleDot,
  FileText,
  FlagTriangleRight,
  GitBranch,
  GitPullRequest,
  House,
  Layers2,
  type LucideIcon,
  Milestone,
  Repeat,
  Rocket,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Tag,
  Users,
  SquareKanban,
} from 'lucide-react';
import { type MessageDescriptor } from 'react-intl';
import type { Address } from '../../platform/navigation/addresses.ts';
import type { GroupPage, Page, ProjectPage } from '../../platform/navigation/routes.ts';
import type { NamespacePermissions, NamespaceSummary } from '../../modules/namespaces/summary.ts';
import { disabledFeatures } from '../../platform/session/features.ts';
import { defineMessages } from '../../ui/text/messages.ts';

export const sectionMessages = defineMessages({
  overview: { id: 'sections.overview', defaultMessage: 'Overview' },
  roadmap: { id: 'sections.roadmap', defaultMessage: 'Roadmap' },
  epics: { id: 'sections.epics', defaultMessage: 'Epics' },
  issues: { id: 'sections.issues', defaultMessage: 'Issues' },
  milestones: { id: 'sections.milestones', defaultMessage: 'Milestones' },
  iterations: { id: 'sections.iterations', defaultMessage: 'Iterations' },
  labels: { id: 'sections.labels', defaultMessage: 'Labels' },
  vulnerabilities: { id: 'vulnerabilities.title', defaultMessage: 'Vulnerabilities' },
  members: { id: 'sections.members', defaultMessage: 'Members' },
  customFields: { id: 'sections.customFields', defaultMessage: 'Custom fields' },
  statuses: { id: 'sections.statuses', defaultMessage: 'Statuses' },
  templates: { id: 'sections.templates', defaultMessage: 'Description templates' },
  settings: { id: 'sections.settings', defaultMessage: 'Settings' },
  general: { id: 'sections.general', defaultMessage: 'General' },
  webhooks: { id: 'sections.webhooks', defaultMessage: 'Webhooks' },
  inboundWebhooks: { id: 'sections.inboundWebhooks', defaultMessage: 'Inbound webhooks' },
  remote: { id: 'remote.title', defaultMessage: 'Remote' },
  accessTokens: { id: 'sections.accessTokens', defaultMessage: 'Access tokens' },
  mergeRequests: { id: 'mergeRequests.title', defaultMessage: 'Merge requests' },
  repository: { id: 'repository.title', defaultMessage: 'Repository' },
  protection: { id: 'protection.title', defaultMessage: 'Protected environments' },
  environments: { id: 'sections.environments', defaultMessage: 'Environments' },
  analytics: { id: 'analytics.title', defaultMessage: 'Analytics' },
  serviceAccounts: { id: 'serviceAccounts.title', defaultMessage: 'Service accounts' },
  roleMappings: { id: 'roleMappings.title', defaultMessage: 'LDAP and role mappings' },
  audit: { id: 'audit.title', defaultMessage: 'Audit log' },
  seats: { id: 'seats.title', defaultMessage: 'Usage and seats' },
  billing: { id: 'billing.title', defaultMessage: 'Billing' },
  assistant: { id: 'assistant.title', defaultMessage: 'Assistant' },
  newEpic: { id: 'sections.newEpic', defaultMessage: 'New epic' },
  newProject: { id: 'sections.newProject', defaultMessage: 'New project' },
  newIssue: { id: 'sections.newIssue', defaultMessage: 'New issue' },
  newGroup: { id: 'sections.newGroup', defaultMessage: 'New group' },
  board: { id: 'sections.board', defaultMessage: 'Board' },
  groups: { id: 'sections.groups', defaultMessage: 'Groups' },
  yourWork: { id: 'sections.yourWork', defaultMessage: 'Your work' },
  todos: { id: 'sections.todos', defaultMessage: 'To-do items' },
  profile: { id: 'sections.profile', defaultMessage: 'Profile' },
  deleted: { id: 'sections.deleted', defaultMessage: 'Deleted' },
  imports: { id: 'sections.imports', defaultMessage: 'Imports' },
  signIn: { id: 'sections.signIn', defaultMessage: 'Sign in' },
});

/** A part of a group or project that the navigation leads to. */
export interface Section {
  page: GroupPage | ProjectPage;
  title: MessageDescriptor;
  icon: LucideIcon;
  /** Pages that belong to the section, in addition to its main page. */
  also?: readonly Page[];
  /** What opens it, if that is not its bare address. */
  search?: Readonly<Record<string, string>>;
  /** The feature that it belongs to: left out where it is switched off. */
  feature?: Feature;
  /** The permission that the viewer needs to see the section. */
  needs?: keyof NamespacePermissions;
  /** Left out for those with this permission, who find it behind *Settings*. */
  unless?: keyof NamespacePermissions;
}

type Titles = Readonly<Partial<Record<Page, MessageDescriptor>>>;

const groupSettingsTitles: Titles = {
  groupSettings: sectionMessages.general,
  customFields: sectionMessages.customFields,
  statuses: sectionMessages.statuses,
  groupTemplates: sectionMessages.templates,
  groupHooks: sectionMessages.webhooks,
  groupProtection: sectionMessages.protection,
  groupAccessTokens: sectionMessages.accessTokens,
  groupServiceAccounts: sectionMessages.serviceAccounts,
  roleMappings: sectionMessages.roleMappings,
  groupSeats: sectionMessages.seats,
  groupBilling: sectionMessages.billing,
  groupAudit: sectionMessages.audit,
  groupAssistant: sectionMessages.assistant,
};

const projectSettingsTitles: Titles = {
  projectSettings: sectionMessages.general,
  projectTemplates: sectionMessages.templates,
  projectHooks: sectionMessages.webhooks,
  inboundWebhooks: sectionMessages.inboundWebhooks,
  remote: sectionMessages.remote,
  projectProtection: sectionMessages.protection,
  projectAccessTokens: sectionMessages.accessTokens,
  projectAudit: sectionMessages.audit,
};

/** The pages behind *Settings*, by their titles. */
export const settingsTitles: Titles = { ...groupSettingsTitles, ...projectSettingsTitles };

const groupSections: readonly Section[] = [
  { page: 'group', title: sectionMessages.overview, icon: House },
  {
    page: 'roadmap',
    title: sectionMessages.roadmap,
    icon: Milestone,
    also: ['snapshots'],
    search: { view: 'overview' },
  },
  { page: 'groupBoards', title: sectionMessages.board, icon: SquareKanban, feature: 'boards' },
  { page: 'epics', title: sectionMessages.epics, icon: Layers2, also: ['epic', 'newEpic'] },
  { page: 'groupIssues', title: sectionMessages.issues, icon: CircleDot, also: ['newGroupIssue'] },
  { page: 'groupMilestones', title: sectionMessages.milestones, icon: FlagTriangleRight, also: ['groupMilestone'] },
  {
    page: 'groupIterations',
    title: sectionMessages.iterations,
    icon: Repeat,
    feature: 'iterations',
    also: ['groupIteration', 'groupInheritedIteration'],
  },
  { page: 'groupLabels', title: sectionMessages.labels, icon: Tag },
  { page: 'groupMergeRequests', title: sectionMessages.mergeRequests, icon: GitPullRequest },
  {
    page: 'groupVulnerabilities',
    title: sectionMessages.vulnerabilities,
    icon: ShieldCheck,
    needs: 'readVulnerabilities',
  },
  { page: 'groupAnalytics', title: sectionMessages.analytics, icon: ChartColumn },
  { page: 'groupMembers', title: sectionMessages.members, icon: Users },
  {
    page: 'customFields',
    title: sectionMessages.customFields,
    icon: SlidersHorizontal,
    unless: 'readSettings',
    feature: 'custom_fields',
  },
  { page: 'groupTemplates', title: sectionMessages.templates, icon: FileText, unless: 'readSettings' },
  {
    page: 'groupSettings',
    title: sectionMessages.settings,
    icon: Settings,
    needs: 'readSettings',
    also: Object.keys(groupSettingsTitles) as Page[],
  },
];

const projectSections: readonly Section[] = [
  { page: 'project', title: sectionMessages.overview, icon: House },
  { page: 'projectBoards', title: sectionMessages.board, icon: SquareKanban, feature: 'boards' },
  { page: 'issues', title: sectionMessages.issues, icon: CircleDot, also: ['issue', 'newIssue'], feature: 'issues' },
  {
    page: 'projectMilestones',
    title: sectionMessages.milestones,
    icon: FlagTriangleRight,
    also: ['projectMilestone'],
    feature: 'milestones',
  },
  {
    page: 'projectIterations',
    title: sectionMessages.iterations,
    icon: Repeat,
    feature: 'iterations',
    also: ['projectInheritedIteration'],
  },
  { page: 'projectLabels', title: sectionMessages.labels, icon: Tag },
  {
    page: 'repository',
    title: sectionMessages.repository,
    icon: GitBranch,
    needs: 'readMergeRequest',
    also: ['blob', 'commit'],
  },
  {
    page: 'mergeRequests',
    title: sectionMessages.mergeRequests,
    icon: GitPullRequest,
    needs: 'readMergeRequest',
    also: ['mergeRequest', 'newMergeRequest'],
  },
  {
    page: 'projectVulnerabilities',
    title: sectionMessages.vulnerabilities,
    icon: ShieldCheck,
    needs: 'readVulnerabilities',
    also: ['vulnerability'],
  },
  { page: 'environments', title: sectionMessages.environments, icon: Rocket, needs: 'readEnvironment' },
  { page: 'projectAnalytics', title: sectionMessages.analytics, icon: ChartColumn },
  { page: 'projectMembers', title: sectionMessages.members, icon: Users },
  { page: 'projectTemplates', title: sectionMessages.templates, icon: FileText, unless: 'readSettings' },
  {
    page: 'projectSettings',
    title: sectionMessages.settings,
    icon: Settings,
    needs: 'readSettings',
    also: Object.keys(projectSettingsTitles) as Page[],
  },
];

/** The sections of a namespace that the viewer may open; none for pages without a namespace. */
export function sectionsFor(
  namespace: Pick<NamespaceSummary, 'kind' | 'permissions' | 'disabledFeatures'> | null,
): Section[] {
  if (!namespace) return [];
  const sections = namespace.kind === 'group' ? groupSections : projectSections;
  const { permissions } = namespace;
  const off = namespace.disabledFeatures ?? disabledFeatures();
  return sections.filter(
    ({ needs, unless, feature }) =>
      (!needs || permissions[needs]) &&
      (unless === undefined || !permissions[unless]) &&
      (feature === undefined || !off.includes(feature)),
  );
}

/** The section of an address for these permissions; the pages of the settings belong to *Settings* for those who see it. */
export function sectionOf(address: Address, permissions: NamespacePermissions): Section | undefined {
  const found = [...groupSections, ...projectSections].filter((section) => isIn(section, address));
  return (
    found.find(({ needs, unless }) => (!needs || permissions[needs]) && (!unless || !permissions[unless])) ?? found[0]
  );
}

/** Whether an address belongs to a section. */
export function isIn(section: Section, address: Address | null): boolean {
  return address !== null && (address.page === section.page || (section.also?.includes(address.page) ?? false));
}
