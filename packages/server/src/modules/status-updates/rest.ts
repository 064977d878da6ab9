import { NotFoundError } from '@milepost/core/errors';
import type { StatusUpdateId } from '@milepost/core/ids';
import { healthStatuses } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import { idParam } from '../../platform/rest/params.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { epicAt } from '../work-items/rest/epics.ts';
import { presentPerson } from '../work-items/rest/presenters.ts';
import { deleteStatusUpdate, postStatusUpdate, updateStatusUpdate } from './commands.ts';
import { statusUpdatesPolicy } from './policy.ts';
import { countUpdates, updatesById, updatesOnPage, type StatusUpdate } from './store.ts';

const tags = ['epics'];
const list = '/groups/:id/epics/:epic_iid/status_updates';
const one = `${list}/:update_id`;
const healthValue = Type.Enum([...healthStatuses]);
type Params = Readonly<Record<string, string>>;

/** Status updates of epics. */
export function addRoutes(routes: Routes): void {
  routes.get(
    list,
    { summary: 'Status updates of an epic, newest first', tags, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const epic = await discussedEpic(ctx, params);
      const page = pageRequest(input);
      const [updates, total] = await Promise.all([updatesOnPage(ctx, epic.id, page), countUpdates(ctx, epic.id)]);
      return new RestPage(await Promise.all(updates.map((update) => present(ctx, update))), total, page);
    },
  );
  routes.post(
    list,
    {
      summary: 'Post a status update, which sets the health of the epic',
      tags,
      signedIn: true,
      input: Type.Object({ health: healthValue, text: Type.String({ description: 'Markdown' }) }),
    },
    async ({ params, input }, ctx) =>
      present(ctx, await postStatusUpdate(ctx, (await discussedEpic(ctx, params)).id, input)),
  );
  routes.put(
    one,
    {
      summary: 'Change a status update; the health of the epic stays',
      tags,
      signedIn: true,
      input: Type.Object({ health: Type.Optional(healthValue), text: Type.Optional(Type.String()) }),
    },
    async ({ params, input }, ctx) => {
      const { health, text } = input;
      const id = await idIn(ctx, params);
      return present(
        ctx,
        await updateStatusUpdate(ctx, id, { ...(health && { health }), ...(text !== undefined && { text }) }),
      );
    },
  );
  routes.delete(
    one,
    { summary: 'Delete a status update; the health of the epic stays', tags, signedIn: true },
    async ({ params }, ctx) => {
      await deleteStatusUpdate(ctx, await idIn(ctx, params));
    },
  );
}

async function discussedEpic(ctx: Context, params: Params) {
  const epic = await epicAt(ctx, params);
  if (!ctx.can(statusUpdatesPolicy.read, epic)) throw new NotFoundError('Epic');
  return epic;
}

/** The id in the path, of an update of the epic in the path. */
async function idIn(ctx: Context, params: Params): Promise<StatusUpdateId> {
  const epic = await discussedEpic(ctx, params);
  const id = idParam<'StatusUpdate'>(params, 'update_id');
  if ((await ctx.load(updatesById, id))?.workItemId !== epic.id) throw new NotFoundError('Status update');
  return id;
}

async function present(ctx: Context, update: StatusUpdate) {
  return {
    id: update.id,
    health: update.health,
    previous_health: update.previousHealth,
    text: update.body,
    author: await presentPerson(ctx, update.authorId),
    start_date: update.startDate,
    due_date: update.dueDate,
    created_at: update.createdAt,
    edited_at: update.editedAt,
  };
}
