import { NotFoundError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { Type, type Static, type TObject } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { readInput, idInput } from '../../platform/rest/input.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup, visibleNamespace } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { dropUpload, startImport } from './commands/uploads.ts';
import { importPolicy } from './policy.ts';
import { presentProjectImport } from './rest/presenters.ts';
import { receiveArchive, type Received } from './rest/upload.ts';
import { latestImportOf, type Import } from './store.ts';

const tags = ['imports'];
const MAX_FAILED_RELATIONS = 100;

const groupForm = Type.Object({
  name: Type.String({ description: 'Name of the group' }),
  path: Type.String({ description: 'Last part of its full path' }),
  parent_id: Type.Optional(idInput({ description: 'The group to put it in; none for the top' })),
});
const projectForm = Type.Object({
  path: Type.String({ description: 'Last part of its full path' }),
  name: Type.Optional(Type.String({ description: 'Name of the project; its path by default' })),
  namespace: Type.Optional(Type.String({ description: 'Id or full path of the group to put it in' })),
  namespace_id: Type.Optional(idInput()),
  namespace_path: Type.Optional(Type.String()),
});

/**
 * The published import API: the archive is sent in a form as `file`, with the other fields. If the group or project exists, the
 * archive is merged into it.
 */
export function addRoutes(routes: Routes): void {
  routes.post(
    '/groups/import',
    {
      summary: 'Import a group export (form with `file`, `name`, `path`, `parent_id`)',
      tags,
      signedIn: true,
      isStreamed: true,
      status: 202,
    },
    async ({ http }, ctx) => {
      await startFromForm(ctx, await receiveArchive(ctx, http), groupForm, async (form) => {
        const parent = form.parent_id === undefined ? null : await findVisibleGroup(ctx, form.parent_id);
        return { into: below(parent, form.path), name: form.name };
      });
      return { message: '202 Accepted' };
    },
  );

  routes.post(
    '/projects/import',
    {
      summary: 'Import a project export (form with `file`, `path`, `name`, `namespace`)',
      tags,
      signedIn: true,
      isStreamed: true,
    },
    async ({ http }, ctx) => {
      const started = await startFromForm(ctx, await receiveArchive(ctx, http), projectForm, async (form) => {
        const key = form.namespace_id ?? form.namespace_path ?? form.namespace;
        const group = key === undefined ? null : await findVisibleGroup(ctx, key);
        return { into: below(group, form.path), name: form.name ?? null };
      });
      return presentProjectImport(started, null, []);
    },
  );

  routes.get(
    '/projects/:id/import',
    { summary: 'The status of a project’s import', tags, signedIn: true },
    async ({ params }, ctx) => {
      const key = params['id'] ?? '';
      const project = await visibleNamespace(ctx, key);
      const id =
        project?.kind === 'project' ? project.id : /^\d{1,15}$/.test(key) ? (Number(key) as NamespaceId) : null;
      const found = id === null ? null : await latestImportOf(ctx.db, id);
      // Before the project exists, only administrators see its import.
      if (!project && !(found && ctx.can(importPolicy.read, null))) throw new NotFoundError('Project');
      const problems = ctx.can(importPolicy.read, null) ? (found?.report?.problems ?? []) : [];
      return presentProjectImport(found, project, problems.slice(0, MAX_FAILED_RELATIONS));
    },
  );
}

async function startFromForm<Form extends TObject>(
  ctx: Context,
  { upload, fileName, fields }: Received,
  form: Form,
  wishOf: (form: Static<Form>) => Promise<{ into: string; name: string | null }>,
): Promise<Import> {
  try {
    const wish = await wishOf(readInput(form, fields) as Static<Form>);
    return await startImport(ctx, upload, { fileName, ...wish });
  } catch (error) {
    await dropUpload(ctx, upload);
    throw error;
  }
}

function below(parent: Namespace | null, path: string): string {
  return parent ? `${parent.fullPath}/${path}` : path;
}
