import { NotFoundError } from '@milepost/core/errors';
import type { IterationId, MilestoneId } from '@milepost/core/ids';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { pageRequest, pagingInput, RestPage, type PageRequest } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { presentIteration } from '../../iterations/rest.ts';
import { iterationsById } from '../../iterations/store.ts';
import { presentMilestone } from '../../milestones/rest.ts';
import { milestonesById } from '../../milestones/store.ts';
import { presentPerson } from '../../work-items/rest/presenters.ts';
import type { WorkItem } from '../../work-items/store.ts';
import type { NoteablePath } from './paths.ts';
import {
  labelEvents,
  stateEvents,
  timeboxEvents,
  weightEvents,
  type EventListing,
  type LabelEvent,
  type StateEvent,
  type TimeboxEvent,
} from '../store/events.ts';

/** The routes of the resource events of a work item. */
export function addEventRoutes(routes: Routes, noteable: NoteablePath): void {
  addRoutesOf(routes, noteable, {
    name: 'resource_state_events',
    phrase: 'closed and reopened',
    read: stateEvents,
    present: presentStateEvent,
  });
  addRoutesOf(routes, noteable, {
    name: 'resource_label_events',
    phrase: 'given and taken labels',
    read: labelEvents,
    present: presentLabelEvent,
  });
  if (noteable.type === 'epic') return;
  addRoutesOf(routes, noteable, {
    name: 'resource_milestone_events',
    phrase: 'given and taken a milestone',
    read: timeboxEvents('workItem.milestoneChanged'),
    present: async (ctx, event, item) => {
      const milestone = await ctx.load(milestonesById, shownOf(event) as MilestoneId);
      return {
        ...(await presentEvent(ctx, event, item)),
        milestone: milestone && presentMilestone(ctx, milestone),
        action: actionOf(event),
      };
    },
  });
  addRoutesOf(routes, noteable, {
    name: 'resource_iteration_events',
    phrase: 'given and taken an iteration',
    read: timeboxEvents('workItem.iterationChanged'),
    present: async (ctx, event, item) => {
      const iteration = await ctx.load(iterationsById, shownOf(event) as IterationId);
      return {
        ...(await presentEvent(ctx, event, item)),
        iteration: iteration && presentIteration(ctx, iteration),
        action: actionOf(event),
      };
    },
  });
  addRoutesOf(routes, noteable, {
    name: 'resource_weight_events',
    phrase: 'given another weight',
    read: weightEvents,
    present: async (ctx, { id, actorId, createdAt, weight }, item) => ({
      id,
      user: await presentPerson(ctx, actorId),
      created_at: createdAt,
      issue_id: item.id,
      weight,
    }),
  });
}

/** The milestone or iteration of an event; of a replacement the new one, which is reported as added. */
const shownOf = ({ fromId, toId }: TimeboxEvent) => toId ?? fromId;
const actionOf = ({ toId }: TimeboxEvent) => (toId === null ? 'remove' : 'add');

interface EventKind<Event> {
  name: string;
  phrase: string;
  read: (ctx: Context, listing: EventListing, page: PageRequest) => Promise<{ events: Event[]; total: number }>;
  present: (ctx: Context, event: Event, item: WorkItem) => Promise<object>;
}

function addRoutesOf<Event>(
  routes: Routes,
  { noun, path, find }: NoteablePath,
  { name, phrase, read, present }: EventKind<Event>,
): void {
  const tags = ['events'];
  const listed = { summary: `When ${noun} was ${phrase}`, tags, input: Type.Object(pagingInput) };
  routes.get(`${path}/${name}`, listed, async ({ params, input }, ctx) => {
    const item = await find(ctx, params);
    const page = pageRequest(input);
    const { events, total } = await read(ctx, { workItemId: item.id }, page);
    return new RestPage(await Promise.all(events.map((event) => present(ctx, event, item))), total, page);
  });

  const shown = { summary: `One time ${noun} was ${phrase}`, tags };
  routes.get(`${path}/${name}/:event_id`, shown, async ({ params }, ctx) => {
    const item = await find(ctx, params);
    const listing = { workItemId: item.id, id: idParam<'Event'>(params, 'event_id') };
    const [event] = (await read(ctx, listing, pageRequest({ per_page: 1 }))).events;
    if (!event) throw new NotFoundError('Event');
    return present(ctx, event, item);
  });
}

async function presentStateEvent(ctx: Context, event: StateEvent, item: WorkItem) {
  return {
    ...(await presentEvent(ctx, event, item)),
    source_commit: null,
    source_merge_request_id: null,
    state: event.state,
  };
}

async function presentLabelEvent(ctx: Context, event: LabelEvent, item: WorkItem) {
  const { id, title, color, description } = event.label;
  return {
    ...(await presentEvent(ctx, event, item)),
    label: { id, name: title, color, description: description || null },
    action: event.action,
  };
}

async function presentEvent(ctx: Context, event: Pick<StateEvent, 'id' | 'actorId' | 'createdAt'>, item: WorkItem) {
  return {
    id: event.id,
    user: await presentPerson(ctx, event.actorId),
    created_at: event.createdAt,
    resource_type: item.type === 'epic' ? 'Epic' : 'Issue',
    resource_id: item.id,
  };
}
