import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../platform/context.ts';

type Sample = (ctx: Context, traversalIds: readonly NamespaceId[]) => Promise<object | null>;

let deployments: Sample | null = null;

/** Registered at start by the room that keeps deployments: the payload of the newest one, to test a webhook. */
export function plugInSampleDeployment(sample: Sample): void {
  deployments = sample;
}

/** Null if there is no deployment. */
export async function sampleDeployment(ctx: Context, traversalIds: readonly NamespaceId[]): Promise<object | null> {
  return (await deployments?.(ctx, traversalIds)) ?? null;
}
