import { builder } from '../../platform/graphql/builder.ts';
import { GroupPermissionsRef, ProjectPermissionsRef } from '../namespaces/graphql.ts';
import { webhookPolicy } from './policy.ts';

export function extendSchema(): void {
  for (const ref of [GroupPermissionsRef, ProjectPermissionsRef]) {
    builder.objectField(ref, 'adminWebHook', (t) =>
      t.boolean({ resolve: (namespace, _args, ctx) => ctx.can(webhookPolicy.manage, namespace) }),
    );
  }
}
