import { ValidationError } from '@milepost/core/errors';
import type { IterationId } from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import { requireIncluded } from '../entitlements/policy.ts';
import { namespaceById } from '../namespaces/store.ts';
import type { Widget } from '../work-items/sockets.ts';
import { isIterationAvailable, setIteration } from './store.ts';

declare module '../work-items/sockets.ts' {
  interface WidgetInput {
    /** Of an ancestor group; null for none. */
    iterationId?: IterationId | null;
  }
}

/** The iteration of a work item. */
export const iterationWidget: Widget = {
  name: 'iteration',
  async write(_ctx, trx, { itemId, before, after, input }) {
    const { iterationId } = input;
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
