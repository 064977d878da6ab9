import type { Policy } from '../../platform/context.ts';
import type { Namespace } from '../namespaces/store.ts';

/** A hook hears of everything below a group, whoever may see it: it is for owners there, and for maintainers of a project. */
export const webhookPolicy = {
  manage: (viewer, namespace) => viewer.atLeast(namespace.kind === 'group' ? 'owner' : 'maintainer', namespace.place),
} satisfies Policy<Pick<Namespace, 'kind' | 'place'>>;
