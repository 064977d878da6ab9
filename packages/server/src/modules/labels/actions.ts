import { ValidationError } from '@milepost/core/errors';
import { nameIn, wordsOf } from '@milepost/core/text/quick-actions';
import { shortReference } from '@milepost/core/text/references';
import { workItemTypes } from '@milepost/core/work-items';
import type { Context } from '../../platform/context.ts';
import { changeActionItem, mayDescribe } from '../work-items/commands/actions.ts';
import type { ActionContext, QuickAction } from '../work-items/commands/sockets.ts';
import { labelsAvailableIn, labelsOfWorkItem } from './store/items.ts';
import type { Label } from './store.ts';

/** The labels in an argument: `~bug ~"two words"`. Throws ValidationError for one that an item here cannot have. */
async function labelsNamed(ctx: Context, { item }: ActionContext, argument: string): Promise<Label[]> {
  const titles = wordsOf(argument).map((word) => nameIn(word, '~'));
  const available = await labelsAvailableIn(ctx.db, item.scope.traversalIds, { ids: [], titles });
  return titles.map((title) => {
    const label = available.find((each) => each.title === title);
    if (!label) throw new ValidationError({ base: [`There is no label ~"${title}" here`] });
    return label;
  });
}

const idsOf = (labels: readonly Label[]) => labels.map(({ id }) => id);
const namesOf = (labels: readonly Label[]): string =>
  labels.map(({ title }) => shortReference({ kind: 'label', path: null, name: title })).join(' ');

export const labelActions: readonly QuickAction[] = [
  {
    name: 'label',
    aliases: ['labels'],
    types: workItemTypes,
    description: 'Add labels',
    params: '~label1 ~"label 2"',
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Adds ${argument}.`,
    async perform(ctx, acted, argument) {
      const labels = await labelsNamed(ctx, acted, argument);
      await changeActionItem(ctx, acted, { addLabelIds: idsOf(labels) });
      return `Added ${namesOf(labels)}.`;
    },
  },
  {
    name: 'unlabel',
    aliases: ['remove_label'],
    types: workItemTypes,
    description: 'Remove labels, or all',
    params: '~label1 ~"label 2"',
    isOffered: mayDescribe,
    explain: (argument) => `Removes ${argument === '' ? 'all labels' : argument}.`,
    async perform(ctx, acted, argument) {
      const current = (await ctx.load(labelsOfWorkItem, acted.item.id)) ?? [];
      const titles = new Set(wordsOf(argument).map((word) => nameIn(word, '~')));
      const removed = argument === '' ? current : current.filter(({ title }) => titles.has(title));
      if (removed.length === 0) throw new ValidationError({ base: ['None of these labels is set'] });
      await changeActionItem(ctx, acted, { removeLabelIds: idsOf(removed) });
      return argument === '' ? 'Removed all labels.' : `Removed ${namesOf(removed)}.`;
    },
  },
  {
    name: 'relabel',
    types: workItemTypes,
    description: 'Replace the labels',
    params: '~label1 ~"label 2"',
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Replaces the labels by ${argument}.`,
    async perform(ctx, acted, argument) {
      const labels = await labelsNamed(ctx, acted, argument);
      await changeActionItem(ctx, acted, { labelIds: idsOf(labels) });
      return `Replaced the labels by ${namesOf(labels)}.`;
    },
  },
];
