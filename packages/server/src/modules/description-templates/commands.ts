import { templateProblems, type TemplateType } from '@milepost/core/text/description-templates';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { TemplateId } from '@milepost/core/ids';
import type { Context } from '../../platform/context.ts';
import type { Namespace } from '../namespaces/store.ts';
import { templatePolicy } from './policy.ts';
import {
  insertTemplate,
  removeTemplate,
  saveTemplate,
  templateById,
  templateNamed,
  type DescriptionTemplate,
  type TemplateText,
} from './store.ts';

const taken = (): ValidationError => new ValidationError({ name: ['has already been taken'] });

/** Creates a template of a group or project. Throws ValidationError for a name that is taken or missing. */
export async function createTemplate(
  ctx: Context,
  namespace: Namespace,
  wanted: TemplateText & { type: TemplateType },
): Promise<DescriptionTemplate> {
  ctx.require(templatePolicy.manage, namespace);
  const { type, ...text } = wanted;
  if (namespace.kind === 'project' && type === 'epic') {
    throw new ValidationError({ type: ['cannot be epic in a project'] });
  }
  return ctx.transaction(async (trx) => {
    const made = await insertTemplate(trx, { ...checked(text), namespaceId: namespace.id, workItemType: type });
    if (!made) throw taken();
    return made;
  });
}

/** Changes name or text of a template. Throws as `createTemplate` does. */
export async function updateTemplate(
  ctx: Context,
  namespace: Namespace,
  id: TemplateId,
  change: Partial<TemplateText>,
): Promise<DescriptionTemplate> {
  const template = await managed(ctx, namespace, id);
  return ctx.transaction(async (trx) => {
    const { name, content } = template;
    const saved = await saveTemplate(trx, id, checked({ name, content, ...change }));
    if (!saved) throw taken();
    return saved;
  });
}

export async function deleteTemplate(ctx: Context, namespace: Namespace, id: TemplateId): Promise<void> {
  await managed(ctx, namespace, id);
  await ctx.transaction((trx) => removeTemplate(trx, id));
}

/** A template that is available in a namespace. Throws NotFoundError when there is none of this name. */
export async function findTemplate(
  ctx: Context,
  namespace: Namespace,
  wanted: { type: TemplateType; name: string },
): Promise<DescriptionTemplate> {
  const found = await templateNamed(ctx.db, namespace.scope.traversalIds, wanted);
  if (!found) throw new NotFoundError('Template');
  return found;
}

async function managed(ctx: Context, namespace: Namespace, id: TemplateId): Promise<DescriptionTemplate> {
  const template = Number.isSafeInteger(id) ? await templateById(ctx.db, id) : null;
  if (template?.namespaceId !== namespace.id) throw new NotFoundError('Template');
  ctx.require(templatePolicy.manage, namespace);
  return template;
}

function checked({ name, content }: TemplateText): TemplateText {
  const problems = templateProblems({ name, content });
  if (problems) throw new ValidationError(problems);
  return { name: name.trim(), content };
}
