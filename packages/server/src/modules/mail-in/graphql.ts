import { builder } from '../../platform/graphql/builder.ts';
import { ProjectRef } from '../namespaces/graphql.ts';
import { incomingAddressOf } from '../users/store/incoming-addresses.ts';
import { namespaceWorkItemPolicy } from '../work-items/policy.ts';

export function extendSchema(): void {
  builder.objectField(ProjectRef, 'createIssueEmail', (t) =>
    t.string({
      nullable: true,
      description:
        'Milepost extension. The personal address that creates issues by mail; null if the server receives no mail, or the viewer may not create issues.',
      resolve: (project, _args, ctx) =>
        ctx.viewer.id !== null && ctx.can(namespaceWorkItemPolicy.createIssue, project)
          ? incomingAddressOf(ctx, ctx.viewer.id, 'project', project.id)
          : null,
    }),
  );
}
