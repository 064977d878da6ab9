import type { DeliveryCall } from './calls.ts';
import { mergeRequestCalls, repositoryCalls } from './rest-code.ts';
import { analyticsCalls, deploymentCalls, vulnerabilityCalls } from './rest-delivery.ts';
import { inboundCalls } from './rest-inbound.ts';
import { mirrorCalls } from './rest-mirror.ts';

/** Every call of REST about delivery; a test compares it with the API description. */
export const deliveryCalls: readonly DeliveryCall[] = [
  ...repositoryCalls,
  ...mergeRequestCalls,
  ...deploymentCalls,
  ...analyticsCalls,
  ...vulnerabilityCalls,
  ...inboundCalls,
  ...mirrorCalls,
];
