import { ValidationError } from '@milepost/core/errors';
import type { IterationId } from '@milepost/core/ids';
import { iterationName } from '@milepost/core/timeboxes/iteration-name';
import { hasFeature } from '@milepost/core/settings/features';
import { nameIn, wordsOf } from '@milepost/core/text/quick-actions';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Context } from '../../platform/context.ts';
import { namespaceById } from '../namespaces/store.ts';
import { changeActionItem, mayDescribe } from '../work-items/commands/actions.ts';
import type { ActionContext, QuickAction } from '../work-items/commands/sockets.ts';
import { spanOf } from './commands.ts';
import { cadencesById } from './store/cadences.ts';
import { iterationsOnPage, type Iteration } from './store.ts';

const types: readonly WorkItemType[] = ['issue', 'incident', 'task'];
/** Maximum candidates for a name. */
const MAX_CANDIDATES = 500;

/**
 * `*iteration:5`, `*iteration:"Sprint 3"`, or `--current` and `--next`, with `[cadence:"Two weeks"]` if there are several
 * cadences.
 */
async function iterationNamed(ctx: Context, acted: ActionContext, argument: string): Promise<Iteration> {
  const namespace = await namespaceById(ctx.db, acted.item.namespaceId);
  const all = namespace
    ? await iterationsOnPage(
        ctx,
        { namespace, includeAncestors: true, state: 'opened' },
        { page: 1, perPage: MAX_CANDIDATES, offset: 0 },
      )
    : [];
  const spoken = /^(?:\[?cadence:("[^"]+"|[^\s\]]+)\]?\s+)?--(current|next)$/.exec(argument);
  const found = spoken
    ? await iterationInTime(ctx, all, spoken[2] === 'next', spoken[1] ?? null)
    : all.find((each) => isCalled(each, nameIn(nameIn(argument, '*iteration:'), '')));
  if (!found) throw new ValidationError({ base: [`There is no iteration ${argument} here that is not over`] });
  return found;
}

const isCalled = (iteration: Iteration, name: string): boolean =>
  iteration.id === (Number(name) as IterationId) || iterationName(iteration.title, spanOf(iteration)) === name;

async function iterationInTime(
  ctx: Context,
  all: readonly Iteration[],
  isNext: boolean,
  cadence: string | null,
): Promise<Iteration | undefined> {
  const today = new Date().toISOString().slice(0, 10);
  const name = cadence === null ? null : nameIn(cadence, '');
  const cadences = await ctx.loadMany(cadencesById, [...new Set(all.map(({ cadenceId }) => cadenceId))]);
  const wanted = name === null ? cadences : cadences.filter(({ id, title }) => title === name || id === Number(name));
  if (wanted.length > 1) throw new ValidationError({ base: ['Name the cadence: [cadence:"name"] --current'] });
  const own = all.filter(({ cadenceId }) => cadenceId === wanted[0]?.id);
  // They are sorted by date.
  return own.find(({ startDate }) => (isNext ? startDate > today : startDate <= today));
}

export const iterationActions: readonly QuickAction[] = [
  {
    name: 'iteration',
    types,
    description: 'Set the iteration',
    params: '*iteration:<id or "name"> | [cadence:<id or "name">] --current or --next',
    isArgumentNeeded: true,
    isOffered: (ctx, acted) => hasFeature(acted.item.scope, 'iterations') && mayDescribe(ctx, acted),
    explain: (argument) => `Sets the iteration to ${wordsOf(argument).join(' ')}.`,
    async perform(ctx, acted, argument) {
      const iteration = await iterationNamed(ctx, acted, argument);
      await changeActionItem(ctx, acted, { iterationId: iteration.id });
      return `Set the iteration to ${iterationName(iteration.title, spanOf(iteration))}.`;
    },
  },
  {
    name: 'remove_iteration',
    types,
    description: 'Remove the iteration',
    isOffered: (ctx, acted) =>
      hasFeature(acted.item.scope, 'iterations') && acted.item.iterationId !== null && mayDescribe(ctx, acted),
    explain: () => 'Removes the iteration.',
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { iterationId: null });
      return 'Removed the iteration.';
    },
  },
];
