import { ValidationError } from '@milepost/core/errors';
import { wordsOf } from '@milepost/core/text/quick-actions';
import type { Context } from '../../platform/context.ts';
import { namesFrom } from '../links/actions.ts';
import { findVisibleProject } from '../namespaces/commands.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import type { ActionContext, QuickAction } from '../work-items/commands/sockets.ts';
import { oneItemNamed } from '../work-items/commands/references.ts';
import { cloneIssue, markAsDuplicate, moveIssue, promoteToEpic } from './commands.ts';
import { movePolicy } from './policy.ts';

const issueTypes = ['issue', 'incident', 'task'] as const;
const WITH_NOTES = '--with_notes';

async function projectNamed(ctx: Context, { item }: ActionContext, path: string | undefined): Promise<Namespace> {
  const own = path ? null : await namespaceById(ctx.db, item.namespaceId);
  return own ?? findVisibleProject(ctx, (path ?? '').replace(/^\//, ''));
}

/** Quick actions that move, clone, promote or mark an issue as a duplicate. They fail on an issue that is being created. */
export const moveActions: readonly QuickAction[] = [
  {
    name: 'move',
    types: issueTypes,
    description: 'Move to another project',
    params: '<group/project>',
    isArgumentNeeded: true,
    isOffered: (ctx, { item, isNew }) => !isNew && ctx.can(movePolicy.move, item),
    explain: (argument) => `Moves this to ${argument}.`,
    async perform(ctx, acted, argument) {
      const { successor } = await moveIssue(ctx, acted.item.id, await projectNamed(ctx, acted, argument));
      return `Moved this to ${namesFrom([successor], acted.item)}.`;
    },
  },
  {
    name: 'clone',
    types: issueTypes,
    description: 'Copy to this or another project',
    params: `<group/project> ${WITH_NOTES}`,
    isOffered: (ctx, { item, isNew }) => !isNew && ctx.can(movePolicy.clone, item),
    explain: (argument) =>
      `Copies this into ${wordsOf(argument).find((word) => word !== WITH_NOTES) ?? 'the same project'}.`,
    async perform(ctx, acted, argument) {
      const words = wordsOf(argument);
      const project = await projectNamed(
        ctx,
        acted,
        words.find((word) => word !== WITH_NOTES),
      );
      const wanted = { project, withNotes: words.includes(WITH_NOTES) };
      const { successor } = await cloneIssue(ctx, acted.item.id, wanted);
      return `Copied this to ${namesFrom([successor], acted.item)}.`;
    },
  },
  {
    name: 'promote',
    types: ['issue'],
    description: 'Promote to an epic',
    isOffered: (ctx, { item, isNew }) => !isNew && ctx.can(movePolicy.promote, item),
    explain: () => 'Promotes this to an epic.',
    async perform(ctx, { item }) {
      const { successor } = await promoteToEpic(ctx, item.id, null);
      return `Promoted this to ${namesFrom([successor], item)}.`;
    },
  },
  {
    name: 'duplicate',
    types: issueTypes,
    description: 'Close as a duplicate',
    params: '#issue',
    isArgumentNeeded: true,
    isOffered: (ctx, { item, isNew }) => !isNew && ctx.can(movePolicy.duplicate, item),
    explain: (argument) => `Closes this as a duplicate of ${argument}.`,
    async perform(ctx, { item }, argument) {
      const original = await oneItemNamed(ctx, argument, item);
      if (original.id === item.id) throw new ValidationError({ base: ['An issue cannot be a duplicate of itself'] });
      await markAsDuplicate(ctx, item.id, original.id);
      return `Closed this as a duplicate of ${namesFrom([original], item)}.`;
    },
  },
];
