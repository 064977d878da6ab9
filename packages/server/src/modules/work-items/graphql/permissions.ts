import { builder } from '../../../platform/graphql/builder.ts';
import { GroupPermissionsRef, NamespacePermissionsRef, ProjectPermissionsRef } from '../../namespaces/graphql.ts';
import { namespaceWorkItemPolicy } from '../policy.ts';
import { plansWithin } from '../store.ts';

/** The viewer's permissions to create items in a group or project. */
export function addNamespacePermissions(): void {
  builder.objectField(GroupPermissionsRef, 'createEpic', (t) =>
    t.boolean({ resolve: (group, _args, ctx) => ctx.can(namespaceWorkItemPolicy.createEpic, group) }),
  );
  builder.objectField(ProjectPermissionsRef, 'createIssue', (t) =>
    t.boolean({ resolve: (project, _args, ctx) => ctx.can(namespaceWorkItemPolicy.createIssue, project) }),
  );
  for (const ref of [GroupPermissionsRef, ProjectPermissionsRef]) {
    builder.objectField(ref, 'updateWorkItems', (t) =>
      t.boolean({
        description:
          'Whether the viewer may change other people’s items here or somewhere below, so that a list offers bulk edit',
        resolve: (namespace, _args, ctx) => plansWithin(ctx, namespace),
      }),
    );
  }
  builder.objectField(NamespacePermissionsRef, 'setNewWorkItemMetadata', (t) =>
    t.boolean({
      description: 'Whether the viewer may set labels, dates, parents and similar fields of new items',
      resolve: (namespace, _args, ctx) => ctx.can(namespaceWorkItemPolicy.describe, namespace),
    }),
  );
}
