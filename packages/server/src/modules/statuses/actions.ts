import { ValidationError } from '@milepost/core/errors';
import { hasFeature } from '@milepost/core/settings/features';
import { nameIn } from '@milepost/core/text/quick-actions';
import { workItemTypes } from '@milepost/core/work-items';
import { changeActionItem } from '../work-items/commands/actions.ts';
import type { QuickAction } from '../work-items/commands/sockets.ts';
import { lifecycleOf } from '../work-items/store/statuses.ts';

export const statusActions: readonly QuickAction[] = [
  {
    name: 'status',
    types: workItemTypes,
    description: 'Set the status',
    params: '"status"',
    isArgumentNeeded: true,
    isOffered: (_ctx, { item, mayChangeState }) => mayChangeState && hasFeature(item.scope, 'statuses'),
    explain: (argument) => `Sets the status to ${nameIn(argument, '')}.`,
    async perform(ctx, acted, argument) {
      const name = nameIn(argument, '');
      const { statuses } = await lifecycleOf(ctx, acted.item.rootId, acted.item.type);
      const status = statuses.find((each) => each.name.toLowerCase() === name.toLowerCase());
      if (!status) throw new ValidationError({ base: [`There is no status "${name}" here`] });
      await changeActionItem(ctx, acted, { statusId: status.id });
      return `Set the status to ${status.name}.`;
    },
  },
];
