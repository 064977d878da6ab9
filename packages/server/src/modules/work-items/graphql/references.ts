import { ValidationError } from '@milepost/core/errors';
import { builder } from '../../../platform/graphql/builder.ts';
import { pageArguments, pageOfWhole } from '../../../platform/graphql/connections.ts';
import { visibleNamespace } from '../../namespaces/commands.ts';
import { itemReferenced } from '../commands/references.ts';
import { WorkItemConnection } from '../graphql.ts';
import type { WorkItem } from '../store.ts';

/** Maximum number of references in one query. */
const MAX_REFERENCES = 10;

/** The query that resolves references and addresses. */
export function findByReference(): void {
  builder.queryField('workItemsByReference', (t) =>
    t.field({
      type: WorkItemConnection,
      nullable: true,
      description:
        'The items of references such as #5 or group&3, or of addresses; in order, without hidden and missing ones',
      complexity: { field: 1, multiplier: MAX_REFERENCES },
      args: {
        ...pageArguments,
        contextNamespacePath: t.arg.id({ description: 'The namespace that references are relative to' }),
        refs: t.arg({ type: ['String'], required: true, description: `At most ${MAX_REFERENCES}` }),
      },
      resolve: async (_root, { contextNamespacePath, refs, ...args }, ctx) => {
        if (refs.length > MAX_REFERENCES) {
          throw new ValidationError({ refs: [`At most ${MAX_REFERENCES} references are looked up at once`] });
        }
        const path = contextNamespacePath || null;
        const namespace = path === null ? null : await visibleNamespace(ctx, path);
        if (path !== null && !namespace) return pageOfWhole<WorkItem>([], args);
        const base = namespace
          ? { path: namespace.fullPath, kind: namespace.kind }
          : { path: '', kind: 'group' as const };
        const found = await Promise.all(refs.map((text) => itemReferenced(ctx, base, text)));
        const items = new Map(found.flatMap((item) => (item ? [[item.id, item] as const] : [])));
        return pageOfWhole([...items.values()], args);
      },
    }),
  );
}
