import { ValidationError } from '@milepost/core/errors';
import type { CadenceId, IterationId } from '@milepost/core/ids';
import { utcDayOf } from '@milepost/core/days';
import { iterationState } from '@milepost/core/timeboxes/iterations';
import { hasFeature } from '@milepost/core/settings/features';
import { requireIncluded } from '../entitlements/policy.ts';
import { namespaceById } from '../namespaces/store.ts';
import type { Trx } from '../../platform/context.ts';
import type { Widget } from '../work-items/sockets.ts';
import { spanOf } from './commands.ts';
import { isIterationAvailable, iterationsOfCadence, setIteration } from './store.ts';

declare module '../work-items/sockets.ts' {
  interface WidgetInput {
    /** Of an ancestor group; null for none. */
    iterationId?: IterationId | null;
    /** Sets the current iteration of a cadence. */
    currentIterationOf?: CadenceId;
  }
}

/** The iteration of a work item. */
export const iterationWidget: Widget = {
  name: 'iteration',
  async write(_ctx, trx, { itemId, before, after, input }) {
    const { currentIterationOf: cadenceId } = input;
    const iterationId = cadenceId ? await currentIteration(trx, cadenceId) : input.iterationId;
    const fromId = before?.iterationId ?? null;
    if (iterationId === undefined || iterationId === fromId) return false;
    const namespace = await namespaceById(trx, after.namespaceId);
    if (!namespace || !hasFeature(namespace, 'iterations')) return false;
    requireIncluded(namespace, 'iterations');
    if (iterationId !== null && !(await isIterationAvailable(trx, namespace.scope.traversalIds, iterationId))) {
      throw new ValidationError({ iteration: [`must belong to a group above ${namespace.fullPath}`] });
    }
    await setIteration(trx, itemId, iterationId);
    trx.announce({
      name: 'workItem.iterationChanged',
      namespaceId: namespace.id,
      workItemId: itemId,
      data: { fromId, toId: iterationId },
    });
    return true;
  },
};

async function currentIteration(trx: Trx, cadenceId: CadenceId): Promise<IterationId> {
  const today = utcDayOf(new Date());
  const iterations = await iterationsOfCadence(trx, cadenceId);
  const current = iterations.find((each) => iterationState(spanOf(each), today) === 'current');
  if (!current) throw new ValidationError({ iteration: ['must be current in a cadence of a group above'] });
  return current.id;
}
