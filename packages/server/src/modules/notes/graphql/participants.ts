import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import {
  costOfShortList,
  pageArguments,
  pageOfWhole,
  type Page,
  type PageArguments,
} from '../../../platform/graphql/connections.ts';
import { UserCoreConnection } from '../../users/graphql.ts';
import { usersById, type User } from '../../users/store.ts';
import { addWidget } from '../../work-items/graphql/widgets.ts';
import { EpicRef, issueFaces } from '../../work-items/graphql.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { participantsOfWorkItem } from '../commands/participants.ts';

async function participantsPage(item: WorkItem, args: PageArguments, ctx: Context): Promise<Page<User>> {
  const ids = (await ctx.load(participantsOfWorkItem, item.id)) ?? [];
  return pageOfWhole(await ctx.loadMany(usersById, ids), args);
}

/** The participants of an item. */
export function showParticipants(): void {
  for (const face of [EpicRef, ...issueFaces]) {
    builder.objectField(face, 'participants', (t) =>
      t.field({
        type: UserCoreConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: participantsPage,
      }),
    );
  }
  addWidget('PARTICIPANTS', {
    name: 'Participants',
    fields: (t) => ({
      participants: t.field({
        type: UserCoreConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: ({ item }, args, ctx) => participantsPage(item, args, ctx),
      }),
    }),
  });
}
