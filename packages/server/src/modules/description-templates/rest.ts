import { templateTypes, type TemplateType } from '@milepost/core/text/description-templates';
import { NotFoundError } from '@milepost/core/errors';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { idParam } from '../../platform/rest/params.ts';
import { ownValue } from '../../platform/util/records.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { createTemplate, deleteTemplate, findTemplate, updateTemplate } from './commands.ts';
import { templatePolicy } from './policy.ts';
import { templateNames, type DescriptionTemplate, type TemplateName } from './store.ts';

const tags = ['description templates'];
const type = Type.Union(templateTypes.map((each) => Type.Literal(each)));
const typeInput = Type.Object({ type: Type.Optional(type) });
const newTemplate = Type.Object({ type: Type.Optional(type), name: Type.String(), content: Type.String() });
const changedTemplate = Type.Object({ name: Type.Optional(Type.String()), content: Type.Optional(Type.String()) });

const ownerKinds = [
  { kind: 'project', path: '/projects/:id', find: findVisibleProject },
  { kind: 'group', path: '/groups/:id', find: findVisibleGroup },
] as const;

/** The published names of the types. */
const publicTypes: Readonly<Record<string, TemplateType>> = { issues: 'issue', incidents: 'incident', epics: 'epic' };

const typeNamed = (name = ''): TemplateType => {
  const known = ownValue(publicTypes, name);
  if (!known) throw new NotFoundError('Template type');
  return known;
};

export function addRoutes(routes: Routes): void {
  routes.get(
    '/projects/:id/templates/:type',
    { summary: 'Templates for descriptions', tags },
    async ({ params }, ctx) => {
      const project = await findVisibleProject(ctx, params['id'] ?? '');
      const names = await templateNames(ctx.db, project.scope.traversalIds, typeNamed(params['type']));
      return names.map(({ name }) => ({ key: name, name }));
    },
  );
  routes.get('/projects/:id/templates/:type/:key', { summary: 'One of them', tags }, async ({ params }, ctx) => {
    const project = await findVisibleProject(ctx, params['id'] ?? '');
    const wanted = { type: typeNamed(params['type']), name: params['key'] ?? '' };
    const { name, content } = await findTemplate(ctx, project, wanted);
    return { name, content };
  });
  for (const { path, kind, find } of ownerKinds) {
    const list = `${path}/description_templates`;
    const at = (ctx: Context, params: Readonly<Record<string, string>>): Promise<Namespace> =>
      find(ctx, params['id'] ?? '');
    routes.post(
      list,
      { summary: `Create a description template of a ${kind}`, tags, signedIn: true, input: newTemplate },
      async ({ params, input }, ctx) =>
        present(await createTemplate(ctx, await at(ctx, params), { ...input, type: input.type ?? 'issue' })),
    );
    routes.put(
      `${list}/:template_id`,
      { summary: `Change a description template of a ${kind}`, tags, signedIn: true, input: changedTemplate },
      async ({ params, input }, ctx) =>
        present(await updateTemplate(ctx, await at(ctx, params), idParam<'Template'>(params, 'template_id'), input)),
    );
    routes.delete(
      `${list}/:template_id`,
      { summary: `Remove a description template of a ${kind}`, tags, signedIn: true },
      async ({ params }, ctx) => deleteTemplate(ctx, await at(ctx, params), idParam<'Template'>(params, 'template_id')),
    );
  }
}

/** Endpoints of forms and settings: the names, and one text. */
export function addNamespaceRoutes(routes: Routes): void {
  for (const { kind, find } of ownerKinds) {
    routes.get(
      `/${kind}/:id/description_templates/names.json`,
      { summary: 'Names of description templates, those of the groups above too', tags: ['pages'], input: typeInput },
      async ({ params, input }, ctx) => {
        const namespace = await find(ctx, params['id'] ?? '');
        const names = await templateNames(ctx.db, namespace.scope.traversalIds, input.type ?? null);
        const mayManage = ctx.can(templatePolicy.manage, namespace);
        return { templates: names.map((each) => presentName(each, namespace)), may_manage: mayManage };
      },
    );
    routes.get(
      `/${kind}/:id/description_templates/:type/:name`,
      { summary: 'The text of a description template', tags: ['pages'] },
      async ({ params }, ctx) => {
        const namespace = await find(ctx, params['id'] ?? '');
        const wanted = templateTypes.find((each) => each === params['type']);
        if (!wanted) throw new NotFoundError('Template type');
        const { name, content } = await findTemplate(ctx, namespace, { type: wanted, name: params['name'] ?? '' });
        return { name, content };
      },
    );
  }
}

function presentName({ id, name, workItemType, namespaceId, namespacePath }: TemplateName, here: Namespace) {
  return { id, key: name, name, type: workItemType, full_path: namespacePath, inherited: namespaceId !== here.id };
}

function present({ id, name, content, workItemType }: DescriptionTemplate) {
  return { id, name, content, type: workItemType };
}
