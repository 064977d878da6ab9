import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { digitsOf } from '@milepost/core/global-ids';
import type { Span } from '@milepost/core/days';
import { formatDay } from '@milepost/core/days';
import { isSameSpan } from '@milepost/core/roadmap/drag';
import { nothingChanged } from '@milepost/core/live';
import type { WorkItemId } from '@milepost/core/ids';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { parseLaneKey } from '@milepost/core/roadmap/lanes/lane-keys';
import { request } from '../../../platform/api/graphql.ts';
import { graphql } from '../../../gen/gql.ts';
import type { EpicLaneUpdateInput, RoadmapEpicFragment, UpdateEpicInput } from '../../../gen/graphql.ts';
import { readDay } from '../../../ui/field/days.ts';
import type { ChildEpics } from '../data/api.ts';
import type { EpicPage } from '../data/epic-page.ts';
import type { RowPage } from '../data/lane-pages.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { refreshRoadmap } from '../data/live-roadmap.ts';
import type { LaneDrop } from './lane-drop.ts';

const setEpicDates = graphql(`
  mutation roadmapSetEpicDates($input: UpdateEpicInput!) {
    updateEpic(input: $input) {
      errors
      epic {
        id
        startDate
        dueDate
        startDateIsFixed
        dueDateIsFixed
      }
    }
  }
`);

const moveEpic = graphql(`
  mutation roadmapMoveEpic($input: EpicLaneUpdateInput!) {
    epicLaneUpdate(input: $input) {
      errors
      epic {
        id
        startDate
        dueDate
      }
      previousValues {
        by
        values
      }
    }
  }
`);

const epicLane = graphql(`
  query roadmapEpicLane($fullPath: ID!, $iid: ID!, $groupBy: String!, $thenBy: String) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        startDate
        dueDate
        laneKey(groupBy: $groupBy, thenBy: $thenBy)
      }
    }
  }
`);

const epicDates = graphql(`
  query roadmapEpicDates($fullPath: ID!, $iid: ID!) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        startDate
        dueDate
      }
    }
  }
`);

/** The values to set: dates and, for an undo, which of them become inherited again. */
export interface DatesWanted {
  epic: RoadmapEpic;
  /** The dates that were shown: if they have changed on the server, nothing is saved. */
  before: Span;
  wanted: Span;
  inherits?: { start: boolean; due: boolean } | undefined;
  /** The lane that it enters as well; for an undo with the values that it had there. */
  lane?: { drop: LaneDrop; values?: readonly LaneValues[] | undefined } | undefined;
}

/** The values of a field that lanes are grouped by. */
export interface LaneValues {
  by: string;
  values: string[];
}

export type Saved =
  | { is: 'saved'; span: Span; previous: readonly LaneValues[] }
  /** `laneNow`: the lane that somebody else moved it to; null if it is still in the one that was shown. */
  | { is: 'conflict'; now: Span; laneNow: string | null; message: string }
  | { is: 'refused'; message: string };

/** Sets dates and lane on the server, unless another user changed them in the meantime. Throws if the request fails. */
export async function saveDates(change: DatesWanted): Promise<Saved> {
  const { epic, before, lane } = change;
  if (lane) return saveLane(change, lane);
  const input: UpdateEpicInput = { groupPath: epic.group.fullPath, iid: epic.iid, ...datesIn(change) };
  const { updateEpic } = await request(setEpicDates, { input });
  if (updateEpic?.epic) return { is: 'saved', span: spanOf(updateEpic.epic), previous: [] };
  const message = updateEpic?.errors.join(' ') ?? '';
  const { group } = await request(epicDates, { fullPath: epic.group.fullPath, iid: epic.iid });
  const now = group?.epic ? spanOf(group.epic) : before;
  return isSameSpan(now, before) ? { is: 'refused', message } : { is: 'conflict', now, laneNow: null, message };
}

async function saveLane(change: DatesWanted, { drop, values }: NonNullable<DatesWanted['lane']>): Promise<Saved> {
  const { epic, before } = change;
  const input: EpicLaneUpdateInput = {
    id: epic.id,
    lane: drop.toKey,
    laneRead: drop.fromKey,
    ...(values && { values: [...values] }),
    ...datesIn(change),
  };
  const { epicLaneUpdate } = await request(moveEpic, { input });
  const { epic: saved, previousValues, errors = [] } = epicLaneUpdate ?? {};
  if (saved) return { is: 'saved', span: spanOf(saved), previous: previousValues ?? [] };
  const message = errors.join(' ');
  const [groupBy = '', thenBy = null] = (parseLaneKey(drop.fromKey) ?? []).map(({ by }) => by);
  const { group } = await request(epicLane, { fullPath: epic.group.fullPath, iid: epic.iid, groupBy, thenBy });
  if (!group?.epic) return { is: 'refused', message };
  const now = spanOf(group.epic);
  const laneNow = group.epic.laneKey === drop.fromKey ? null : (group.epic.laneKey ?? null);
  if (laneNow === null && isSameSpan(now, before)) return { is: 'refused', message };
  return { is: 'conflict', now, laneNow, message };
}

function datesIn({ before, wanted, inherits }: DatesWanted): Partial<UpdateEpicInput & EpicLaneUpdateInput> {
  const datesRead = { startDate: printed(before.start), dueDate: printed(before.due) };
  const setsStart = inherits?.start ?? wanted.start !== before.start;
  const setsDue = inherits?.due ?? wanted.due !== before.due;
  return {
    ...((setsStart || setsDue) && { datesRead }),
    ...(inherits?.start
      ? { startDateIsFixed: false }
      : wanted.start !== before.start && { startDateFixed: printed(wanted.start), startDateIsFixed: true }),
    ...(inherits?.due
      ? { dueDateIsFixed: false }
      : wanted.due !== before.due && { dueDateFixed: printed(wanted.due), dueDateIsFixed: true }),
  };
}

function printed(day: Span['start']): string | null {
  return day === null ? null : formatDay(day);
}

function spanOf({ startDate, dueDate }: { startDate?: string | null; dueDate?: string | null }): Span {
  return { start: readDay(startDate), due: readDay(dueDate) };
}

/**
 * Writes dates into every list without moving the epic to its sorted position: the bar that was just dropped stays in view. The
 * dates of ancestors may change with it.
 */
export async function updateDates(
  client: QueryClient,
  args: EpicArguments,
  epic: RoadmapEpic,
  span: Span,
  inherits: { start: boolean; due: boolean },
): Promise<void> {
  const dated = (node: RoadmapEpicFragment | null) =>
    node?.id === epic.id
      ? {
          ...node,
          startDate: printed(span.start),
          dueDate: printed(span.due),
          startDateIsFixed: !inherits.start,
          dueDateIsFixed: !inherits.due,
        }
      : node;
  const noted = <List extends { nodes: readonly (RoadmapEpicFragment | null)[] }>(list: List): List =>
    list.nodes.some((node) => node?.id === epic.id) ? { ...list, nodes: list.nodes.map(dated) } : list;
  client.setQueriesData<InfiniteData<EpicPage>>(
    { queryKey: ['roadmapGroupEpics'] },
    (data) => data && { ...data, pages: data.pages.map(noted) },
  );
  client.setQueriesData<ChildEpics>({ queryKey: ['epicChildEpics'] }, (data) => data && noted(data));
  client.setQueriesData<RowPage>({ queryKey: ['roadmapLaneEpics'] }, (data) => data && noted(data));
  const above = epic.ancestors.nodes.map(({ id }) => Number(digitsOf(id)) as WorkItemId);
  if (above.length > 0) await refreshRoadmap(client, args, { ...nothingChanged, epics: above });
}
