import type { Context } from '../../platform/context.ts';
import type { Namespace } from '../namespaces/store.ts';

type Sample = (ctx: Context, namespace: Namespace) => Promise<object | null>;

let deployments: Sample | null = null;

/** Registered at start by the room that keeps deployments: the payload of the newest one, to test a webhook. */
export function plugInSampleDeployment(sample: Sample): void {
  deployments = sample;
}

/** Null if there is no deployment. */
export async function sampleDeployment(ctx: Context, namespace: Namespace): Promise<object | null> {
  return (await deployments?.(ctx, namespace)) ?? null;
}
