import { addDays, formatDay, parseDay } from '@milepost/core/days';
import { milestoneFlags, milestonePath } from '@milepost/core/timeboxes/milestones';
import { isOfType } from '@milepost/core/roadmap/milestones';
import { webPathOf } from '@milepost/core/work-items';
import ical, { ICalEventTransparency, type ICalCalendar } from 'ical-generator';
import type { Context } from '../../../platform/context.ts';
import { labelsOfWorkItem } from '../../labels/store/items.ts';
import { milestonesAfter, type Milestone } from '../../milestones/store.ts';
import { namespacesById } from '../../namespaces/store.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { epicPages } from './csv.ts';
import type { RoadmapQuery } from './listing.ts';
import { pathsWithin } from './paths.ts';

/** Maximum events; larger calendars are unusable in calendar programs. */
const MAX_EPICS = 10_000;
const MAX_MILESTONES = 1_000;
/** Everything with a date. */
const always = { start: '0001-01-01', end: '9999-12-31' };
/** SEQUENCE counts seconds from here, so that it fits 31 bits for decades. */
const EPOCH_SECONDS = Date.UTC(2020, 0, 1) / 1000;

/** The epics and milestones of a roadmap as all-day events. Unchanged data gives identical text. */
export async function calendarOf(ctx: Context, question: RoadmapQuery, name: string): Promise<string> {
  const calendar = ical({
    name: `${question.group.name}: ${name}`,
    prodId: { company: 'Milepost', product: 'Roadmap', language: 'EN' },
    ttl: 60 * 60,
  });
  const dated = { ...question, args: { ...question.args, timeframe: always } };
  for await (const { page, items: epics } of epicPages(ctx, dated, { isWithinDates: true, most: MAX_EPICS })) {
    const events = await Promise.all(epics.map((epic) => eventOf(page, question, epic)));
    for (const event of events) addEvent(calendar, ctx, event);
  }
  if (question.settings.isShowingMilestones) {
    for (const milestone of await milestonesOf(ctx, question)) addMilestone(calendar, ctx, question, milestone);
  }
  return calendar.toString();
}

interface Event {
  uid: string;
  title: string;
  about: string;
  startDate: string | null;
  dueDate: string | null;
  createdAt: Date;
  updatedAt: Date;
  categories: readonly string[];
  path: string | null;
}

async function eventOf(ctx: Context, { group }: RoadmapQuery, epic: WorkItem): Promise<Event> {
  const [labels, home] = await Promise.all([
    ctx.load(labelsOfWorkItem, epic.id),
    ctx.load(namespacesById, epic.namespaceId),
  ]);
  const paths = pathsWithin(ctx.viewer, group);
  return {
    ...epic,
    uid: `epic-${epic.id}`,
    about: `${paths.path(epic.namespacePath)}&${epic.iid} · ${paths.name(home?.fullName ?? '')} · ${epic.state}`,
    categories: (labels ?? []).map((label) => label.title),
    path: paths.isWhole ? webPathOf(epic) : null,
  };
}

/** An item with a single date is an event of that day. */
function addEvent(calendar: ICalCalendar, ctx: Context, event: Event): void {
  const start = parseDay(event.startDate ?? event.dueDate ?? '');
  const due = parseDay(event.dueDate ?? event.startDate ?? '');
  if (start === null || due === null || due < start) return;
  calendar.createEvent({
    id: `${event.uid}@${new URL(ctx.baseUrl).hostname}`,
    allDay: true,
    // The end of an all-day event is exclusive.
    start: new Date(formatDay(start)),
    end: new Date(formatDay(addDays(due, 1))),
    // DTSTAMP: without METHOD it is the last change, so the text stays identical between changes.
    stamp: event.updatedAt,
    created: event.createdAt,
    lastModified: event.updatedAt,
    sequence: Math.max(0, Math.floor(event.updatedAt.getTime() / 1000) - EPOCH_SECONDS),
    summary: plain(event.title),
    description: plain(event.about),
    transparency: ICalEventTransparency.TRANSPARENT,
    categories: event.categories.map((name) => ({ name: plain(name) })),
    ...(event.path !== null && { url: ctx.baseUrl + event.path }),
  });
}

function addMilestone(calendar: ICalCalendar, ctx: Context, { group }: RoadmapQuery, milestone: Milestone): void {
  const { namespaceKind, namespacePath, iid, id } = milestone;
  const paths = pathsWithin(ctx.viewer, group);
  addEvent(calendar, ctx, {
    ...milestone,
    uid: `milestone-${id}`,
    about: paths.path(namespacePath),
    categories: [],
    path: paths.isWhole ? milestonePath(namespaceKind, namespacePath, iid) : null,
  });
}

/** The active milestones that the roadmap shows above its epics. */
async function milestonesOf(ctx: Context, { group, settings }: RoadmapQuery): Promise<Milestone[]> {
  const milestones = await milestonesAfter(
    ctx,
    {
      namespace: group,
      state: 'active',
      timeframe: always,
      includeDescendants: true,
      // A viewer with a link sees nothing above the group.
      includeAncestors: ctx.viewer.linkedTo === null,
    },
    { limit: MAX_MILESTONES, cursor: null, isBackward: false },
  );
  return milestones.filter(({ namespaceKind, namespaceDepth }) =>
    isOfType(milestoneFlags(namespaceKind, namespaceDepth), settings.milestonesType),
  );
}

/** Control characters are invalid in a calendar; the serializer escapes everything else. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u{0}-\u{8}\u{B}-\u{1F}\u{7F}]/gu, ' ');
}
