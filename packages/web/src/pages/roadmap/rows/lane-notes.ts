import { queryOptions } from '@tanstack/react-query';
import type { GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { groupKindOf, parseLaneKey } from '@milepost/core/roadmap/lanes/lane-keys';
import type { RoadmapLaneNotesQuery } from '../../../gen/graphql.ts';
import { graphql } from '../../../gen/gql.ts';
import { present, request } from '../../../platform/api/graphql.ts';
import { defineMessages } from '../../../ui/text/messages.ts';
import { batched } from '../data/batches.ts';
import type { SignalQuestion } from '../signals/api.ts';

const roadmapLaneNotes = graphql(`
  query roadmapLaneNotes($fullPath: ID!, $ids: [ID!], $groupBy: String!, $thenBy: String) {
    group(fullPath: $fullPath) {
      id
      epics(ids: $ids, first: 100) {
        nodes {
          id
          laneNotes(groupBy: $groupBy, thenBy: $thenBy) {
            by
            isFromIssues
            others
          }
        }
      }
    }
  }
`);

type Epics = NonNullable<NonNullable<RoadmapLaneNotesQuery['group']>['epics']>['nodes'];
type LaneNote = NonNullable<NonNullable<NonNullable<Epics>[number]>['laneNotes']>[number];

interface NoteQuestion extends Pick<SignalQuestion, 'fullPath' | 'asOf'> {
  groupBy: string;
  thenBy: string | null;
}

const none: readonly LaneNote[] = [];
const noted: ReadonlySet<string> = new Set(['MILESTONE', 'ASSIGNEE', 'FIELD']);

/** What lanes do not say about at most 100 of their epics. */
export async function requestLaneNotes(
  question: NoteQuestion,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly LaneNote[]>> {
  const { group } = await request(roadmapLaneNotes, { ...question, ids: [...ids] });
  return new Map(present(group?.epics?.nodes).map(({ id, laneNotes }) => [id, laneNotes ?? none]));
}

const notesOf = batched(requestLaneNotes);

/** Whether lanes by one of these keys do not say everything. */
export const haveLaneNotes = (keys: readonly (GroupKey | null | undefined)[]): boolean =>
  keys.some((by) => by && noted.has(groupKindOf(by)));

export const laneNoteMessages = defineMessages({
  fromIssues: { id: 'roadmap.laneFromIssues', defaultMessage: 'from its issues' },
  moreValues: { id: 'roadmap.laneMoreValues', defaultMessage: '+{count, number}' },
  others: { id: 'roadmap.laneOthers', defaultMessage: 'Also {names}' },
});

/** What the lane with this key does not say about one of its epics. Lanes of most kinds say everything. */
export function laneNotesQuery({ fullPath, asOf }: SignalQuestion, lane: string, epicId: string) {
  const [first, second] = (parseLaneKey(lane) ?? []).map(({ by }) => by);
  const question = { fullPath, groupBy: first ?? '', thenBy: second ?? null, ...(asOf !== undefined && { asOf }) };
  return queryOptions({
    queryKey: ['roadmapLaneNotes', question, epicId],
    queryFn: async () => (await notesOf(question, JSON.stringify(question), epicId)) ?? none,
    enabled: haveLaneNotes([first, second]),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
