import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import type { IncidentTimelineQuery } from '../../gen/graphql.ts';
import { present, request, refuseUnlessDone } from '../../platform/api/graphql.ts';

const incidentTimeline = graphql(`
  query incidentTimeline($fullPath: ID!, $incidentId: IssueID!, $after: String) {
    project(fullPath: $fullPath) {
      id
      incidentManagementTimelineEvents(incidentId: $incidentId, first: 100, after: $after) {
        nodes {
          id
          note
          noteHtml
          occurredAt
          editable
          author {
            id
            name
            username
            type
          }
          timelineEventTags {
            nodes {
              id
              name
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const createEvent = graphql(`
  mutation createTimelineEvent($input: TimelineEventCreateInput!) {
    timelineEventCreate(input: $input) {
      errors
    }
  }
`);

const updateEvent = graphql(`
  mutation updateTimelineEvent($input: TimelineEventUpdateInput!) {
    timelineEventUpdate(input: $input) {
      errors
    }
  }
`);

const promoteDocument = graphql(`
  mutation promoteNoteToTimeline($input: TimelineEventPromoteFromNoteInput!) {
    timelineEventPromoteFromNote(input: $input) {
      errors
    }
  }
`);

const destroyEvent = graphql(`
  mutation destroyTimelineEvent($input: TimelineEventDestroyInput!) {
    timelineEventDestroy(input: $input) {
      errors
    }
  }
`);

type Connection = NonNullable<NonNullable<IncidentTimelineQuery['project']>['incidentManagementTimelineEvents']>;
export type TimelineEvent = NonNullable<NonNullable<Connection['nodes']>[number]>;

/** The incident of a timeline. */
export interface TimelineOwner {
  fullPath: string;
  iid: string;
  /** Its global id. */
  id: string;
}

export interface TimelineFields {
  note: string;
  occurredAt: string;
  timelineEventTagNames: string[];
}

/** All entries: a timeline has at most a thousand, and is read in order. */
export function timelineQuery({ fullPath, iid, id }: TimelineOwner) {
  return queryOptions({
    queryKey: ['timeline', fullPath, iid],
    queryFn: async ({ signal }): Promise<TimelineEvent[]> => {
      const events: TimelineEvent[] = [];
      for (let after: string | null = null; ;) {
        const answer: IncidentTimelineQuery = await request(
          incidentTimeline,
          { fullPath, incidentId: id, after },
          signal,
        );
        const page: Connection | null | undefined = answer.project?.incidentManagementTimelineEvents;
        events.push(...present(page?.nodes));
        if (!page?.pageInfo.hasNextPage || !page.pageInfo.endCursor) return events;
        after = page.pageInfo.endCursor;
      }
    },
  });
}

export async function addTimelineEvent(incidentId: string, fields: TimelineFields): Promise<void> {
  refuseUnlessDone((await request(createEvent, { input: { incidentId, ...fields } })).timelineEventCreate);
}

export async function changeTimelineEvent(id: string, fields: TimelineFields): Promise<void> {
  refuseUnlessDone((await request(updateEvent, { input: { id, ...fields } })).timelineEventUpdate);
}

export async function deleteTimelineEvent(id: string): Promise<void> {
  refuseUnlessDone((await request(destroyEvent, { input: { id } })).timelineEventDestroy);
}

/** Copies a comment into the timeline of its incident. */
export async function promoteNote(noteId: string): Promise<void> {
  refuseUnlessDone((await request(promoteDocument, { input: { noteId } })).timelineEventPromoteFromNote);
}
