import { ConflictError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { LabelId, NamespaceId } from '@milepost/core/ids';
import {
  defaultLabelColor,
  isColor,
  labelTitleProblems,
  MAX_LABEL_DESCRIPTION_LENGTH,
  textColorOn,
} from '@milepost/core/labels';
import { withoutUndefined } from '../../platform/util/records.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { keepTree, requireNoTransferBelow } from '../namespaces/commands/transfers.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import { labelPolicy } from './policy.ts';
import {
  insertLabel,
  labelsById,
  labelTitled,
  lockLabel,
  lockProjectLabelsBelow,
  mergeLabels,
  removeLabel,
  saveLabel,
  type Label,
} from './store.ts';
import { labelsAvailableIn } from './store/items.ts';
import { saveLabelSubscription } from './store/subscriptions.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'label.created': { labelId: LabelId };
    'label.updated': { labelId: LabelId; formerTitle: string };
    'label.deleted': { labelId: LabelId; title: string };
    /** A project's labels of this title were promoted to the group. */
    'label.promoted': { labelId: LabelId; mergedIds: readonly LabelId[] };
  }
}

export interface LabelFields {
  title: string;
  color: string;
  description?: string | null;
  priority?: number | null;
  isArchived?: boolean;
}

/**
 * Creates a label of a group or project. Throws ConflictError for a title that the namespace or an ancestor has, and
 * ValidationError for an invalid color.
 */
export async function createLabel(ctx: Context, namespace: Namespace, fields: LabelFields): Promise<Label> {
  ctx.require(labelPolicy.manage, namespace);
  const values = checked(fields);
  const id = await ctx.transaction(async (trx) => {
    const taken = await labelTitled(trx, namespace.scope.traversalIds, values.title);
    if (taken) throw new ConflictError('Label already exists');
    return writeLabel(trx, namespace, values);
  });
  return (await ctx.load(labelsById, id)) as Label;
}

/** Writes a validated label within a transaction and announces it; for commands that create labels implicitly. */
export async function writeLabel(trx: Trx, namespace: { id: Namespace['id'] }, fields: LabelFields): Promise<LabelId> {
  const id = await insertLabel(trx, {
    namespaceId: namespace.id,
    title: fields.title,
    color: fields.color,
    textColor: textColorOn(fields.color),
    description: fields.description ?? '',
    priority: fields.priority ?? null,
    archivedAt: fields.isArchived ? new Date() : null,
  });
  if (id === null) throw new ConflictError('Label already exists');
  trx.announce({ name: 'label.created', namespaceId: namespace.id, data: { labelId: id } });
  return id;
}

/** Changes the given fields. Throws as `createLabel` does. */
export async function updateLabel(ctx: Context, id: LabelId, changes: Partial<LabelFields>): Promise<Label> {
  await ctx.transaction(async (trx) => {
    const { label, namespace } = await lockManaged(ctx, trx, id);
    const values = checked({ ...label, ...withoutUndefined(changes) });
    const isArchived = changes.isArchived ?? label.archivedAt !== null;
    const isSaved = await saveLabel(trx, label, namespace, {
      title: values.title,
      color: values.color,
      textColor: textColorOn(values.color),
      description: values.description ?? '',
      priority: values.priority ?? null,
      archivedAt: isArchived ? (label.archivedAt ?? new Date()) : null,
    });
    if (!isSaved) throw new ConflictError('Label already exists');
    trx.announce({ name: 'label.updated', namespaceId: namespace.id, data: { labelId: id, formerTitle: label.title } });
  });
  const label = await ctx.load(labelsById, id);
  if (!label) throw new NotFoundError('Label');
  return label;
}

/** Deletes a label, also from every item that has it. */
export async function deleteLabel(ctx: Context, id: LabelId): Promise<void> {
  await ctx.transaction(async (trx) => {
    const { label, namespace } = await lockManaged(ctx, trx, id);
    await removeLabel(trx, id);
    trx.announce({ name: 'label.deleted', namespaceId: namespace.id, data: { labelId: id, title: label.title } });
  });
}

/**
 * Promotes a project's label to its group. Labels of the same title in the group's other projects are merged into it; every
 * item keeps its labels.
 */
export async function promoteLabel(ctx: Context, id: LabelId): Promise<Label> {
  const seen = await ctx.load(labelsById, id);
  const promotedId = await ctx.transaction(async (trx) => {
    if (seen) await keepTree(trx, seen.namespaceId);
    const { label, namespace } = await lockManaged(ctx, trx, id);
    if (namespace.kind !== 'project' || namespace.parentId === null) {
      throw new ValidationError({ base: ['Only labels of projects can be promoted'] });
    }
    const group = await namespaceById(trx, namespace.parentId);
    if (!group) throw new NotFoundError('Group');
    ctx.require(labelPolicy.manage, group);
    await requireNoTransferBelow(trx, group);
    const mergedIds = await lockProjectLabelsBelow(trx, group, label.title);
    const above = await labelTitled(trx, group.scope.traversalIds, label.title);
    const groupLabelId = above?.id ?? (await writeLabel(trx, group, { ...label, isArchived: false, priority: null }));
    await mergeLabels(trx, mergedIds, groupLabelId);
    trx.announce({ name: 'label.promoted', namespaceId: group.id, data: { labelId: groupLabelId, mergedIds } });
    return groupLabelId;
  });
  return (await ctx.load(labelsById, promotedId)) as Label;
}

/** Subscribes the viewer to a label, or unsubscribes them; returns whether this changed anything. */
export async function chooseLabelSubscription(ctx: Context, label: Label, wanted: boolean): Promise<boolean> {
  const userId = ctx.viewer.requireId();
  return ctx.transaction(async (trx) => {
    const namespace = await namespaceById(trx, label.namespaceId);
    if (!namespace) throw new NotFoundError('Label');
    ctx.require(labelPolicy.subscribe, namespace);
    return saveLabelSubscription(trx, label.id, userId, wanted);
  });
}

async function lockManaged(ctx: Context, trx: Trx, id: LabelId): Promise<{ label: Label; namespace: Namespace }> {
  const label = await lockLabel(trx, id);
  const namespace = label && (await namespaceById(trx, label.namespaceId));
  if (!label || !namespace || !ctx.can(labelPolicy.read, namespace)) throw new NotFoundError('Label');
  ctx.require(labelPolicy.manage, namespace);
  return { label, namespace };
}

function checked<Fields extends LabelFields>(fields: Fields): Fields {
  const title = fields.title.trim();
  const color = fields.color.trim();
  const problems: Record<string, string[]> = {};
  const titleProblems = labelTitleProblems(title);
  if (titleProblems.length > 0) problems['title'] = titleProblems;
  if (!isColor(color)) problems['color'] = ['must be a valid color code'];
  if ((fields.description ?? '').length > MAX_LABEL_DESCRIPTION_LENGTH) {
    problems['description'] = [`is too long (maximum is ${MAX_LABEL_DESCRIPTION_LENGTH} characters)`];
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return { ...fields, title, color };
}

/**
 * The labels of these ids and titles for an object of a namespace; unknown titles are created if the viewer may create labels there, and
 * left out otherwise. `current`: those that it has. Throws ValidationError for an unknown id.
 */
export async function findOrMakeLabels(
  ctx: Context,
  trx: Trx,
  { fullPath, scope }: Pick<Namespace, 'fullPath' | 'scope'>,
  wanted: { ids: readonly LabelId[]; titles: readonly string[] },
  known: readonly Label[],
): Promise<Label[]> {
  if (wanted.ids.length + wanted.titles.length === 0) return [];
  const available = [...known];
  const found = new Map<LabelId, Label>();
  for (const id of wanted.ids) {
    const label = available.find((each) => each.id === id);
    if (!label) throw new ValidationError({ labels: [`must belong to ${fullPath} or a group above it`] });
    found.set(id, label);
  }
  for (const title of wanted.titles) {
    const label =
      available.find((each) => each.title === title) ?? (await makeLabel(ctx, trx, scope.namespaceId, title));
    if (!label) continue;
    available.push(label);
    found.set(label.id, label);
  }
  return [...found.values()];
}

/** Creates a label for a title; null for an invalid title, or if the viewer may not create labels there. */
async function makeLabel(ctx: Context, trx: Trx, namespaceId: NamespaceId, title: string): Promise<Label | null> {
  const namespace = labelTitleProblems(title).length > 0 ? null : await namespaceById(trx, namespaceId);
  if (!namespace || !ctx.can(labelPolicy.manage, namespace)) return null;
  const id = await writeLabel(trx, namespace, { title, color: defaultLabelColor });
  const [label] = await labelsAvailableIn(trx, [namespace.id], { ids: [id], titles: [] });
  return label ?? null;
}
