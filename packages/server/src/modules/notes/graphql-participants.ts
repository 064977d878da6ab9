import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { wholePage, type Page } from '../../platform/graphql/connections.ts';
import { UserCoreConnection } from '../users/graphql.ts';
import { usersById, type User } from '../users/store.ts';
import { addWidget } from '../work-items/graphql-widgets.ts';
import { EpicRef, IssueRef } from '../work-items/graphql.ts';
import type { WorkItem } from '../work-items/store.ts';
import { participantsOfWorkItem } from './commands-participants.ts';

async function participantsPage(item: WorkItem, _args: object, ctx: Context): Promise<Page<User>> {
  const ids = (await ctx.load(participantsOfWorkItem, item.id)) ?? [];
  return wholePage(await ctx.loadMany(usersById, ids));
}

/** Who took part in an item. */
export function showParticipants(): void {
  for (const face of [EpicRef, IssueRef]) {
    builder.objectField(face, 'participants', (t) =>
      t.field({ type: UserCoreConnection, nullable: true, resolve: participantsPage }),
    );
  }
  addWidget('PARTICIPANTS', {
    name: 'Participants',
    fields: (t) => ({
      participants: t.field({
        type: UserCoreConnection,
        nullable: true,
        resolve: ({ item }, args, ctx) => participantsPage(item, args, ctx),
      }),
    }),
  });
}
