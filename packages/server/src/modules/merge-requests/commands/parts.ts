import { ValidationError } from '@milepost/core/errors';
import type { LabelId, MilestoneId, UserId } from '@milepost/core/ids';
import type { Context, Trx } from '../../../platform/context.ts';
import { findOrMakeLabels } from '../../labels/commands.ts';
import { labelsAvailableIn } from '../../labels/store/items.ts';
import { isMilestoneAvailable } from '../../milestones/store/items.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { assignableAmong } from '../../work-items/store/writing.ts';
import { labelsOfMergeRequest, replaceLabels, replacePeople, saveMergeRequest, type MergeRequest } from '../store.ts';

/** Undefined leaves a field unchanged. */
export interface MergeRequestFields {
  title?: string | undefined;
  description?: string | undefined;
  targetBranch?: string | undefined;
  /** Replace all labels. */
  labelNames?: readonly string[] | undefined;
  addLabelNames?: readonly string[] | undefined;
  removeLabelNames?: readonly string[] | undefined;
  labelIds?: readonly LabelId[] | undefined;
  assigneeIds?: readonly UserId[] | undefined;
  reviewerIds?: readonly UserId[] | undefined;
  milestoneId?: MilestoneId | null | undefined;
  squash?: boolean | undefined;
  removesSourceBranch?: boolean | undefined;
  isDiscussionLocked?: boolean | undefined;
}

/** Writes people, labels and milestone. True when one of them was given. */
export async function writeParts(
  ctx: Context,
  trx: Trx,
  project: Namespace,
  request: MergeRequest,
  fields: MergeRequestFields,
): Promise<boolean> {
  const { milestoneId, assigneeIds, reviewerIds } = fields;
  const people = [
    ['assignee', assigneeIds],
    ['reviewer', reviewerIds],
  ] as const;
  for (const [role, userIds] of people) {
    if (!userIds) continue;
    // Those who may not read the code are left out; if nobody is left, the list stays. Only an empty list clears it.
    const able = await assignableAmong(trx, project.scope, userIds, 'reporter');
    if (able.length === 0 && userIds.length > 0) continue;
    const added = await replacePeople(trx, request.id, role, able);
    if (added.length === 0) continue;
    const data = { mergeRequestId: request.id, role, userIds: added };
    trx.announce({ name: 'mergeRequest.peopleAdded', namespaceId: project.id, data });
  }
  if (milestoneId !== undefined) {
    if (milestoneId !== null && !(await isMilestoneAvailable(trx, project.scope.traversalIds, milestoneId))) {
      throw new ValidationError({ milestone: [`must belong to ${project.fullPath} or a group above it`] });
    }
    await saveMergeRequest(trx, request.id, { milestoneId });
  }
  const hasLabels = await writeLabels(ctx, trx, project, request, fields);
  return hasLabels || milestoneId !== undefined || assigneeIds !== undefined || reviewerIds !== undefined;
}

async function writeLabels(
  ctx: Context,
  trx: Trx,
  project: Namespace,
  request: MergeRequest,
  { labelIds, labelNames, addLabelNames = [], removeLabelNames = [] }: MergeRequestFields,
): Promise<boolean> {
  if (!labelIds && !labelNames && addLabelNames.length + removeLabelNames.length === 0) return false;
  const within = ctx.within(trx);
  const current = (await within.load(labelsOfMergeRequest, request.id)) ?? [];
  const titles = [...(labelNames ?? []), ...addLabelNames].map((title) => title.trim()).filter(Boolean);
  const wanted = { ids: labelIds ?? [], titles };
  const available = await labelsAvailableIn(trx, project.scope.traversalIds, wanted);
  const named = await findOrMakeLabels(within, trx, project, wanted, [...current, ...available]);
  const kept = labelIds || labelNames ? [] : current.filter(({ title }) => !removeLabelNames.includes(title));
  await replaceLabels(trx, request.id, [...new Set([...kept, ...named].map(({ id }) => id))]);
  return true;
}
