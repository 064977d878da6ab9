import { webPathOf } from '@milepost/core/namespaces';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../../platform/context.ts';
import { presentHtml } from '../../../platform/remote-images/present.ts';
import { pluggedFigures, pluggedMergeSettings, pluggedPlans, pluggedRepositories, pluggedShares } from '../sockets.ts';
import { presentAssistant } from './assistant.ts';
import { presentFeatures } from './features.ts';
import { namespacesById, type Namespace } from '../store.ts';

/** A group in a list. Published features that Milepost does not have are shown as disabled. */
export function presentGroup(group: Namespace, ctx: Context) {
  return {
    id: group.id,
    web_url: ctx.baseUrl + webPathOf(group),
    name: group.name,
    path: group.path,
    description: group.description,
    visibility: group.visibility,
    share_with_group_lock: false,
    require_two_factor_authentication: group.requiresTwoFactor,
    two_factor_grace_period: group.twoFactorGracePeriod,
    ...presentAssistant(group),
    project_creation_level: 'developer',
    auto_devops_enabled: null,
    subgroup_creation_level: 'maintainer',
    emails_disabled: false,
    emails_enabled: true,
    mentions_disabled: null,
    lfs_enabled: true,
    default_branch: null,
    default_branch_protection: 2,
    default_branch_protection_defaults: {},
    avatar_url: avatarUrlOf(group, ctx),
    ...presentFeatures(group),
    full_name: group.fullName,
    full_path: group.fullPath,
    created_at: group.createdAt.toISOString(),
    parent_id: group.parentId,
    archived: group.archivedAt !== null,
    marked_for_deletion_on: dayOfDeletion(group),
    lock_version: group.lockVersion,
  };
}

/** The absolute URL of an avatar, as in REST; GraphQL has the path. */
export function avatarUrlOf({ avatarUrl }: Pick<Namespace, 'avatarUrl'>, { baseUrl }: Context): string | null {
  return avatarUrl && new URL(avatarUrl, baseUrl).href;
}

/** A single group. */
export async function presentWholeGroup(group: Namespace, ctx: Context, projects: readonly Namespace[] | null = null) {
  return {
    ...presentGroup(group, ctx),
    shared_with_groups: await sharesOf(group, ctx),
    prevent_sharing_groups_outside_hierarchy: false,
    shared_runners_setting: 'enabled',
    ...(projects && {
      projects: await Promise.all(projects.map((project) => presentProject(project, ctx))),
      shared_projects: [],
    }),
  };
}

/** The short form of a project, as with `simple=true`. */
export async function presentSimpleProject(project: Namespace, ctx: Context) {
  const webUrl = ctx.baseUrl + webPathOf(project);
  return {
    id: project.id,
    description: project.description === '' ? null : project.description,
    name: project.name,
    name_with_namespace: project.fullName,
    path: project.path,
    path_with_namespace: project.fullPath,
    created_at: project.createdAt.toISOString(),
    default_branch: await defaultBranchOf(project, ctx),
    tag_list: [],
    topics: [],
    web_url: webUrl,
    http_url_to_repo: `${webUrl}.git`,
    avatar_url: avatarUrlOf(project, ctx),
    forks_count: 0,
    star_count: 0,
    last_activity_at: project.updatedAt.toISOString(),
    namespace: await presentParent(project, ctx),
  };
}

/** A project in full, with the viewer's access. */
export async function presentProject(project: Namespace, ctx: Context) {
  const self = `${ctx.baseUrl}/api/v4/projects/${project.id}`;
  const counted = pluggedFigures();
  const mergeSettings = pluggedMergeSettings();
  const merging = mergeSettings && (await ctx.load(mergeSettings.of, project.id));
  const figures = counted && (await ctx.load(counted, project.id));
  return {
    ...(await presentSimpleProject(project, ctx)),
    _links: {
      self,
      issues: `${self}/issues`,
      labels: `${self}/labels`,
      members: `${self}/members`,
      merge_requests: `${self}/merge_requests`,
      repo_branches: `${self}/repository/branches`,
    },
    archived: project.archivedAt !== null,
    ...presentFeatures(project),
    incident_label_timeline_enabled: project.hasLabelTimeline,
    marked_for_deletion_on: dayOfDeletion(project),
    marked_for_deletion_at: dayOfDeletion(project),
    lock_version: project.lockVersion,
    visibility: project.visibility,
    empty_repo: (await defaultBranchOf(project, ctx)) === null,
    open_issues_count: figures?.openIssues ?? 0,
    merge_requests_enabled: mergeSettings !== null,
    approvals_before_merge: merging?.approvalsRequired ?? 0,
    only_allow_merge_if_all_status_checks_passed: merging?.needsPassedChecks ?? false,
    wiki_enabled: false,
    jobs_enabled: false,
    snippets_enabled: false,
    issues_access_level: hasFeature(project, 'issues') ? 'enabled' : 'disabled',
    creator_id: project.creatorId,
    import_status: 'none',
    description_html: presentHtml(ctx.services, project.descriptionHtml),
    updated_at: project.updatedAt.toISOString(),
    shared_with_groups: await sharesOf(project, ctx),
    permissions: {
      project_access: accessOf(ctx, project, [project.id]),
      group_access: accessOf(ctx, project, project.scope.traversalIds.slice(0, -1)),
    },
  };
}

/** Null before the first push. */
async function defaultBranchOf({ id }: Namespace, ctx: Context): Promise<string | null> {
  const repositories = pluggedRepositories();
  const repository = repositories && (await ctx.load(repositories.of, id));
  return repository?.defaultBranch ?? null;
}

async function sharesOf({ id }: Namespace, ctx: Context): Promise<readonly object[]> {
  const shares = pluggedShares();
  return (shares && (await ctx.load(shares, id))) ?? [];
}

/** The day on which it was deleted; null if it was not. */
function dayOfDeletion({ deletedAt }: Namespace): string | null {
  return deletedAt && deletedAt.toISOString().slice(0, 10);
}

/** The viewer's role from memberships in these namespaces; null for none. */
function accessOf(ctx: Context, { scope }: Namespace, traversalIds: Namespace['scope']['traversalIds']) {
  const level = ctx.viewer.isAdmin ? 0 : ctx.viewer.levelIn({ ...scope, traversalIds });
  return level === 0 ? null : { access_level: level, notification_level: 3 };
}

/** The group of a project, without a permission check: its name and path are part of the project's own. */
async function presentParent(project: Namespace, ctx: Context) {
  const parent = project.parentId === null ? null : await ctx.load(namespacesById, project.parentId);
  return (
    parent && {
      id: parent.id,
      name: parent.name,
      path: parent.path,
      kind: parent.kind,
      full_path: parent.fullPath,
      parent_id: parent.parentId,
      avatar_url: avatarUrlOf(parent, ctx),
      web_url: ctx.baseUrl + webPathOf(parent),
    }
  );
}

/** A group or project in the list of namespaces, with the plan of its top-level group for the owners of that. */
export async function presentNamespace(namespace: Namespace, ctx: Context) {
  const plan = await pluggedPlans()?.planOf(ctx, namespace.rootId);
  return {
    id: namespace.id,
    name: namespace.name,
    path: namespace.path,
    kind: namespace.kind,
    full_path: namespace.fullPath,
    parent_id: namespace.parentId,
    avatar_url: avatarUrlOf(namespace, ctx),
    web_url: ctx.baseUrl + webPathOf(namespace),
    plan: plan?.code ?? null,
    end_date: plan?.endsOn ?? null,
    trial: plan?.isTrial ?? false,
    trial_ends_on: plan?.trialEndsOn ?? null,
    root_repository_size: 0,
  };
}

/** The seats and people of a top-level group, for its owners; nothing for anything else. */
export async function presentSeats(namespace: Namespace, ctx: Context): Promise<object> {
  const seats = namespace.parentId === null ? await pluggedPlans()?.seatsOf(ctx, namespace.id) : null;
  if (!seats) return {};
  return {
    members_count_with_descendants: seats.people,
    billable_members_count: seats.inUse,
    seats_in_use: seats.inUse,
    max_seats_used: seats.maxUsed,
  };
}
