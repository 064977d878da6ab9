import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { InputError } from '../../../platform/rest/input.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleProject } from '../../namespaces/commands.ts';
import { configureRemote, deleteRemote, findRemote, startFetch } from '../commands/remotes.ts';
import type { RepositoryRemote } from '../table.ts';

const tags = ['repositories'];
const path = '/projects/:id/mirror/pull';

/** The remote that a project follows, in the published form of pull mirroring. */
export function addMirrorRoutes(routes: Routes): void {
  const projectOf = (ctx: Context, params: Readonly<Record<string, string>>) =>
    findVisibleProject(ctx, params['id'] ?? '');
  routes.get(
    path,
    { summary: 'The remote that a project follows, without its credentials', tags, signedIn: true },
    async ({ params }, ctx) => presentRemote(await findRemote(ctx, await projectOf(ctx, params))),
  );
  routes.put(
    path,
    {
      summary: 'Name or change the remote that a project follows, and fetch it',
      tags,
      signedIn: true,
      input: Type.Object({
        url: Type.Optional(Type.String()),
        auth_user: Type.Optional(Type.String()),
        auth_password: Type.Optional(Type.String()),
        enabled: Type.Optional(Type.Boolean()),
        mirror_overwrites_diverged_branches: Type.Optional(Type.Boolean()),
        only_mirror_protected_branches: Type.Optional(Type.Boolean()),
        mirror_branch_regex: Type.Optional(Type.String()),
        mirror_trigger_builds: Type.Optional(Type.Boolean()),
        lock_version: Type.Optional(Type.Integer()),
      }),
    },
    async ({ params, input }, ctx) => {
      if (input.only_mirror_protected_branches || input.mirror_branch_regex) {
        throw new InputError(['A remote is mirrored with all of its branches']);
      }
      const remote = await configureRemote(ctx, await projectOf(ctx, params), {
        url: input.url,
        username: input.auth_user,
        password: input.auth_password,
        isEnabled: input.enabled,
        overwritesDiverged: input.mirror_overwrites_diverged_branches,
        lockVersion: input.lock_version,
      });
      return presentRemote(remote);
    },
  );
  routes.post(
    path,
    { summary: 'Fetch the remote now, at most once in five minutes', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => {
      await startFetch(ctx, await projectOf(ctx, params));
      return { message: '200 OK' };
    },
  );
  routes.delete(
    path,
    {
      summary: 'Milepost extension. Stop following the remote; the repository keeps what was fetched',
      tags,
      signedIn: true,
    },
    async ({ params }, ctx) => deleteRemote(ctx, await projectOf(ctx, params)),
  );
}

function presentRemote(remote: RepositoryRemote) {
  return {
    id: remote.id,
    url: remote.url,
    enabled: remote.isEnabled,
    update_status: remote.status,
    last_error: remote.lastError,
    last_update_started_at: remote.startedAt,
    last_update_at: remote.endedAt,
    last_successful_update_at: remote.succeededAt,
    mirror_trigger_builds: false,
    only_mirror_protected_branches: null,
    mirror_overwrites_diverged_branches: remote.overwritesDiverged,
    mirror_branch_regex: null,
    // Milepost extensions.
    next_update_at: remote.nextFetchAt,
    failures: remote.failures,
    has_credentials: remote.sealedCredentials !== null,
    lock_version: remote.lockVersion,
  };
}
