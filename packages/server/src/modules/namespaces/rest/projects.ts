import type { NamespaceId } from '@milepost/core/ids';
import { MAX_APPROVALS_REQUIRED } from '@milepost/core/merge-requests/rules';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { RestPage, pageRequest, pagingInput } from '../../../platform/rest/paging.ts';
import { idInput } from '../../../platform/rest/input.ts';
import { writeWithAvatar } from '../commands/avatars.ts';
import { createProject, updateProject } from '../commands/writing.ts';
import { lookUpPath } from '../commands/paths.ts';
import { findVisibleNamespace, findVisibleProject } from '../commands.ts';
import { givenImage, imageInput } from '../../../platform/images/image.ts';
import { changedFields, changesOf, idOf } from './groups.ts';
import { pageOfProjects, projectListInput, visibilityInput } from './lists.ts';
import { accessLevelInput } from './features.ts';
import { avatarUrlOf, presentNamespace, presentProject, presentSeats } from './presenters.ts';
import { pluggedMergeSettings, pluggedRepositories, pluggedShares } from '../sockets.ts';
import { countsBelow, listNamespaces } from '../store/list.ts';

const memberProjectListInput = Type.Object({
  ...projectListInput.properties,
  membership: Type.Optional(Type.Boolean({ description: 'Only where the viewer has a role' })),
});

const fields = {
  description: Type.Optional(Type.String()),
  visibility: visibilityInput,
};

const tags = ['projects'];

/** Projects: all, and a single one. */
export function addProjectRoutes(routes: Routes): void {
  routes.get('/projects', { summary: 'Projects', tags, input: memberProjectListInput }, ({ input }, ctx) =>
    pageOfProjects(ctx, input, input.membership ? { role: 'guest' } : {}),
  );
  routes.get('/projects/:id', { summary: 'One project', tags }, async ({ params }, ctx) =>
    presentProject(await findVisibleProject(ctx, idOf(params)), ctx),
  );
  routes.get(
    '/projects/:id/groups',
    {
      summary: 'The groups above a project that the viewer may see',
      tags,
      input: Type.Object({
        ...pagingInput,
        search: Type.Optional(Type.String()),
        skip_groups: Type.Optional(Type.Array(idInput(), { description: 'Ids to leave out' })),
        with_shared: Type.Optional(
          Type.Boolean({ default: false, description: 'Also groups that the project is shared with' }),
        ),
      }),
    },
    async ({ params, input }, ctx) => {
      const project = await findVisibleProject(ctx, idOf(params));
      const wanted = pageRequest(input);
      const skipped = new Set<number>(input.skip_groups ?? []);
      const shared = input.with_shared ? await sharedGroupIds(ctx, project.id) : [];
      const ids = [...project.scope.traversalIds.slice(0, -1), ...shared].filter((id) => !skipped.has(id));
      const filter = { ids, ...(input.search && { search: input.search }) };
      const { namespaces, total } = await listNamespaces(ctx.db, ctx.viewer, filter, wanted, {
        by: 'id',
        descending: true,
      });
      return new RestPage(
        namespaces.map(({ id, name, avatarUrl, fullName, fullPath }) => ({
          id,
          name,
          avatar_url: avatarUrlOf({ avatarUrl }, ctx),
          web_url: `${ctx.baseUrl}/groups/${fullPath}`,
          full_name: fullName,
          full_path: fullPath,
        })),
        total,
        wanted,
      );
    },
  );
  routes.post(
    '/projects',
    {
      summary: 'Create a project',
      tags,
      signedIn: true,
      input: Type.Object({
        name: Type.Optional(Type.String({ description: 'Required without a path' })),
        path: Type.Optional(Type.String()),
        namespace_id: idInput({ description: 'The group it belongs to' }),
        initialize_with_readme: Type.Optional(Type.Boolean({ description: 'Commits a README.md' })),
        default_branch: Type.Optional(Type.String({ description: 'The branch of that commit' })),
        avatar: imageInput,
        ...fields,
      }),
      image: 'avatar',
    },
    async ({ input }, ctx) => {
      const {
        namespace_id: parent,
        initialize_with_readme: hasReadme,
        default_branch: branch,
        name = input.path ?? '',
        avatar,
        ...wanted
      } = input;
      if (hasReadme && branch) pluggedRepositories()?.requireBranchName(branch);
      const project = await writeWithAvatar(ctx, givenImage('avatar', avatar), (at) =>
        createProject(at, { ...wanted, name, parent }),
      );
      if (hasReadme) {
        const first = { branch: branch || undefined, path: 'README.md', text: `# ${project.name}\n` };
        await pluggedRepositories()?.begin(ctx, project.id, first);
      }
      return presentProject(project, ctx);
    },
  );
  routes.put(
    '/projects/:id',
    {
      summary: 'Change a project',
      tags,
      signedIn: true,
      input: Type.Object({
        ...changedFields,
        issues_access_level: accessLevelInput,
        incident_label_timeline_enabled: Type.Optional(
          Type.Boolean({
            description: 'Milepost extension. Whether label changes are added to timelines of incidents',
          }),
        ),
        approvals_before_merge: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_APPROVALS_REQUIRED })),
        only_allow_merge_if_all_status_checks_passed: Type.Optional(Type.Boolean()),
        avatar: imageInput,
        ...fields,
      }),
      image: 'avatar',
    },
    async ({ params, input }, ctx) => {
      const project = await findVisibleProject(ctx, idOf(params));
      const {
        incident_label_timeline_enabled: isOn,
        approvals_before_merge: approvalsRequired,
        only_allow_merge_if_all_status_checks_passed: needsPassedChecks,
        avatar,
        ...rest
      } = input;
      const changes = { ...changesOf(rest), ...(isOn !== undefined && { hasLabelTimeline: isOn }) };
      const changed = await writeWithAvatar(ctx, givenImage('avatar', avatar), (at) =>
        updateProject(at, project.id, changes),
      );
      if (approvalsRequired !== undefined || needsPassedChecks !== undefined) {
        await pluggedMergeSettings()?.change(ctx, project.id, { approvalsRequired, needsPassedChecks });
      }
      return presentProject(changed, ctx);
    },
  );
}

/** Namespaces: the older API for groups. */
export function addNamespaceRoutes(routes: Routes): void {
  routes.get(
    '/namespaces',
    {
      summary: 'Groups the viewer has a role in',
      tags: ['namespaces'],
      signedIn: true,
      input: Type.Object({
        ...pagingInput,
        search: Type.Optional(Type.String({ description: 'Part of the name or path' })),
        owned_only: Type.Optional(Type.Boolean()),
        top_level_only: Type.Optional(Type.Boolean()),
      }),
    },
    async ({ input }, ctx) => {
      const wanted = pageRequest(input);
      const { namespaces, total } = await listNamespaces(
        ctx.db,
        ctx.viewer,
        {
          kind: 'group',
          role: input.owned_only ? 'owner' : 'guest',
          ...(input.search && { search: input.search }),
          ...(input.top_level_only && { isTopLevel: true }),
        },
        wanted,
        { by: 'id', descending: false },
      );
      return new RestPage(
        await Promise.all(namespaces.map((namespace) => presentNamespace(namespace, ctx))),
        total,
        wanted,
      );
    },
  );
  routes.get(
    '/namespaces/:id/exists',
    {
      summary: 'Whether a path is taken',
      tags: ['namespaces'],
      signedIn: true,
      input: Type.Object({
        parent_id: Type.Optional(idInput({ description: 'The parent group; the top level by default' })),
      }),
      response: Type.Object({
        exists: Type.Boolean(),
        suggests: Type.Array(Type.String()),
        redirects_to: Type.Union([Type.String(), Type.Null()], {
          description:
            'Milepost extension: the group or project whose former path it is; its old links would stop working',
        }),
      }),
    },
    ({ params, input }, ctx) => lookUpPath(ctx, idOf(params), input.parent_id ?? null),
  );
  routes.get(
    '/namespaces/:id',
    { summary: 'One group or project', tags: ['namespaces'], signedIn: true },
    async ({ params }, ctx) => {
      const namespace = await findVisibleNamespace(ctx, idOf(params));
      const counts = await ctx.load(countsBelow, namespace.id);
      return {
        ...(await presentNamespace(namespace, ctx)),
        ...(await presentSeats(namespace, ctx)),
        projects_count: counts?.projects ?? 0,
      };
    },
  );
}

async function sharedGroupIds(ctx: Context, id: NamespaceId): Promise<readonly NamespaceId[]> {
  const shares = pluggedShares();
  const shown = (shares && (await ctx.load(shares, id))) ?? [];
  return shown.map((share) => (share as { group_id: NamespaceId }).group_id);
}
