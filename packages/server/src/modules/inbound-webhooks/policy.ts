import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** The inbound webhooks of a project and their deliveries. */
export const inboundWebhookPolicy = {
  read: (viewer, { scope }) => viewer.atLeast('maintainer', scope),
  manage: (viewer, project) => isOpen(project) && viewer.atLeast('maintainer', project.scope),
  /** Whether a delivery may change anything: the signature authenticates the caller, and there is no viewer. */
  receive: (_viewer, project) => isOpen(project),
} satisfies Policy<InNamespace>;
