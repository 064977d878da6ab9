import type { NamespaceId } from '@milepost/core/ids';
import type { WebhookEvent } from '@milepost/core/webhooks';
import type { Context } from '../../platform/context.ts';

type Sample = (ctx: Context, traversalIds: readonly NamespaceId[]) => Promise<object | null>;
type SampledEvent = Extract<WebhookEvent, 'deployment_events' | 'merge_requests_events'>;

const samples = new Map<SampledEvent, Sample>();

/** Registered at start by the room that keeps the objects of an event: the payload of the newest one, to test a webhook. */
export function plugInSample(event: SampledEvent, sample: Sample): void {
  samples.set(event, sample);
}

/** Null if there is no object of this kind. */
export async function samplePayload(
  event: SampledEvent,
  ctx: Context,
  traversalIds: readonly NamespaceId[],
): Promise<object | null> {
  return (await samples.get(event)?.(ctx, traversalIds)) ?? null;
}
