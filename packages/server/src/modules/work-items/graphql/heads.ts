import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { addressShownOf } from '../commands/heads.ts';
import { WorkItemRef, issueFaces } from '../graphql.ts';
import type { WorkItem } from '../store.ts';
import { headsById, type Head } from '../store/heads.ts';

/** Fields that only the header of an item's page shows. */
export function describeHeads(): void {
  for (const face of issueFaces) {
    builder.objectFields(face, (t) => ({
      externalAuthor: t.string({ nullable: true, resolve: externalAuthor }),
      serviceDeskReplyTo: t.string({ nullable: true, resolve: externalAuthor }),
    }));
  }
  for (const face of [...issueFaces, WorkItemRef]) {
    builder.objectFields(face, (t) => ({
      firstContribution: t.boolean({
        description: 'The author’s first item in the project, unless they own it',
        resolve: async (item, _args, ctx) => (await headOf(ctx, item))?.isFirstContribution ?? false,
      }),
      zoomMeetingUrl: t.string({
        nullable: true,
        resolve: async (item, _args, ctx) => (await headOf(ctx, item))?.meetingUrl ?? null,
      }),
      publishedIncidentUrl: t.string({
        nullable: true,
        description: 'The public status page of an incident',
        resolve: async (item, _args, ctx) => (await headOf(ctx, item))?.publishedUrl ?? null,
      }),
      spam: t.boolean({
        description: 'An administrator marked it as spam',
        resolve: async (item, _args, ctx) => (await headOf(ctx, item))?.isSpam ?? false,
      }),
    }));
  }
}

/** The author of the e-mail that created the item: masked for viewers without permission to answer. */
export async function externalAuthor(item: WorkItem, _args: object, ctx: Context): Promise<string | null> {
  return addressShownOf(ctx, item, (await headOf(ctx, item))?.serviceDeskReplyTo ?? null);
}

function headOf(ctx: Context, item: WorkItem): Promise<Head | null> {
  return ctx.load(headsById, item.id);
}
