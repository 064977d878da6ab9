import { workItemTypes } from '@milepost/core/work-items';
import type { QuickAction } from '../work-items/commands/sockets.ts';
import { addTodo, finishOwnTodosOn } from './commands.ts';

/** Quick actions for the viewer's own to-dos. */
export const todoActions: readonly QuickAction[] = [
  {
    name: 'todo',
    types: workItemTypes,
    description: 'Add this to your to-do items',
    isOffered: (ctx) => ctx.viewer.isSignedIn,
    explain: () => 'Adds this to your to-do items.',
    async perform(ctx, { item }) {
      await addTodo(ctx, item);
      return 'Added this to your to-do items.';
    },
  },
  {
    name: 'done',
    types: workItemTypes,
    description: 'Mark your to-do items for this as done',
    isOffered: (ctx, { isNew }) => !isNew && ctx.viewer.isSignedIn,
    explain: () => 'Marks your to-do items for this as done.',
    async perform(ctx, { item }) {
      await finishOwnTodosOn(ctx, item);
      return 'Marked your to-do items for this as done.';
    },
  },
];
