import type { Visibility } from '@milepost/core/roles';
import { createTemplate, deleteTemplate, updateTemplate } from '../../modules/description-templates/commands.ts';
import { insertTemplate, templateNames, type DescriptionTemplate } from '../../modules/description-templates/store.ts';
import { findVisibleProject } from '../../modules/namespaces/commands.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const template = async (build: Builders, visibility: Visibility): Promise<DescriptionTemplate> => {
  const project = await build.project({ visibility });
  const wanted = { namespaceId: project.id, workItemType: 'issue', name: 'Bug', content: 'x' } as const;
  return (await insertTemplate(build.as('root').db, wanted)) as DescriptionTemplate;
};

export const templatePermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see the description templates of a project',
    least: 'visitor',
    isReading: true,
    given: template,
    perform: async (ctx, { namespaceId }) => {
      const { scope } = await findVisibleProject(ctx, namespaceId);
      await templateNames(ctx.db, scope.traversalIds, null);
    },
  }),
  permission({
    operation: 'create a description template',
    least: 'maintainer',
    given: (build, visibility) => build.project({ visibility }),
    perform: async (ctx, { id }) =>
      createTemplate(ctx, await findVisibleProject(ctx, id), { type: 'issue', name: 'made', content: 'x' }),
  }),
  permission({
    operation: 'change a description template',
    least: 'maintainer',
    given: template,
    perform: async (ctx, { id, namespaceId }) =>
      updateTemplate(ctx, await findVisibleProject(ctx, namespaceId), id, { content: 'y' }),
  }),
  permission({
    operation: 'remove a description template',
    least: 'maintainer',
    given: template,
    perform: async (ctx, { id, namespaceId }) => deleteTemplate(ctx, await findVisibleProject(ctx, namespaceId), id),
  }),
];
