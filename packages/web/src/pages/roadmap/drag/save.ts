import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Span } from '@milepost/core/days';
import { formatDay } from '@milepost/core/days';
import { isSameSpan } from '@milepost/core/roadmap/drag';
import { nothingChanged } from '@milepost/core/live';
import type { WorkItemId } from '@milepost/core/ids';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { request } from '../../../platform/api/graphql.ts';
import { graphql } from '../../../gen/gql.ts';
import type { RoadmapEpicFragment, UpdateEpicInput } from '../../../gen/graphql.ts';
import { readDay } from '../../../ui/field/days.ts';
import type { ChildEpics } from '../data/api.ts';
import type { EpicPage } from '../data/epic-page.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { numberOf } from '../data/epic.ts';
import { refreshRoadmap } from '../data/live-roadmap.ts';

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
  inherits?: { start: boolean; due: boolean };
}

export type Saved =
  | { is: 'saved'; span: Span }
  | { is: 'conflict'; now: Span; message: string }
  | { is: 'refused'; message: string };

/** Sets the dates on the server, unless another user changed them in the meantime. Throws if the request fails. */
export async function saveDates(change: DatesWanted): Promise<Saved> {
  const { updateEpic } = await request(setEpicDates, { input: inputOf(change) });
  if (updateEpic?.epic) return { is: 'saved', span: spanOf(updateEpic.epic) };
  const message = updateEpic?.errors.join(' ') ?? '';
  const { epic, before } = change;
  const { group } = await request(epicDates, { fullPath: epic.group.fullPath, iid: epic.iid });
  const now = group?.epic ? spanOf(group.epic) : before;
  return isSameSpan(now, before) ? { is: 'refused', message } : { is: 'conflict', now, message };
}

function inputOf({ epic, before, wanted, inherits }: DatesWanted): UpdateEpicInput {
  const input: UpdateEpicInput = {
    groupPath: epic.group.fullPath,
    iid: epic.iid,
    datesRead: { startDate: printed(before.start), dueDate: printed(before.due) },
  };
  if (inherits?.start) input.startDateIsFixed = false;
  else if (wanted.start !== before.start)
    Object.assign(input, { startDateFixed: printed(wanted.start), startDateIsFixed: true });
  if (inherits?.due) input.dueDateIsFixed = false;
  else if (wanted.due !== before.due) Object.assign(input, { dueDateFixed: printed(wanted.due), dueDateIsFixed: true });
  return input;
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
  const above = epic.ancestors.nodes.map(({ id }) => Number(numberOf(id)) as WorkItemId);
  if (above.length > 0) await refreshRoadmap(client, args, { ...nothingChanged, epics: above });
}
