import { webPathOf } from '@milepost/core/work-items';
import { TodoableRef } from '../graphql.ts';

/** What a to-do can point at: each type under the name its clients know it by. */
export function describeTodoable(): void {
  TodoableRef.implement({
    description: 'Whatever can wait for somebody',
    resolveType: ({ type }) => (type === 'epic' ? 'Epic' : type === 'task' ? 'WorkItem' : 'Issue'),
    fields: (t) => ({
      name: t.exposeString('title', { nullable: true }),
      webUrl: t.string({ nullable: true, resolve: (item, _args, ctx) => ctx.baseUrl + webPathOf(item) }),
    }),
  });
}
