import { queryOptions } from '@tanstack/react-query';
import { extentOf } from '@milepost/core/roadmap/custom-range';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { ask, isBehindLink } from './ask.ts';
import { groupEpics } from './operations.ts';
import { graphql } from '../../gen/gql.ts';
import { readDay } from '../../ui/days.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';

// The two documents below name it; nobody asks it by itself.
graphql(`
  fragment RoadmapDates on Epic {
    id
    startDate
    dueDate
  }
`);

const groupExtent = graphql(`
  query roadmapExtent(
    $fullPath: ID!
    $state: EpicState
    $iid: ID
    $labelName: [String!] = []
    $authorUsername: String = ""
    $milestoneTitle: String = ""
    $myReactionEmoji: String
    $confidential: Boolean
    $customField: [WorkItemWidgetCustomFieldFilterInputType!]
    $search: String = ""
    $not: NegatedEpicFilterInput
    $or: UnionedEpicFilterInput
    $includeDescendantGroups: Boolean = true
  ) {
    group(fullPath: $fullPath) {
      id
      firstStart: epics(
        sort: START_DATE_ASC
        first: 1
        state: $state
        iid: $iid
        labelName: $labelName
        authorUsername: $authorUsername
        milestoneTitle: $milestoneTitle
        myReactionEmoji: $myReactionEmoji
        confidential: $confidential
        customField: $customField
        search: $search
        not: $not
        or: $or
        includeDescendantGroups: $includeDescendantGroups
      ) {
        nodes {
          ...RoadmapDates
        }
      }
      lastStart: epics(
        sort: START_DATE_DESC
        first: 1
        state: $state
        iid: $iid
        labelName: $labelName
        authorUsername: $authorUsername
        milestoneTitle: $milestoneTitle
        myReactionEmoji: $myReactionEmoji
        confidential: $confidential
        customField: $customField
        search: $search
        not: $not
        or: $or
        includeDescendantGroups: $includeDescendantGroups
      ) {
        nodes {
          ...RoadmapDates
        }
      }
      firstDue: epics(
        sort: END_DATE_ASC
        first: 1
        state: $state
        iid: $iid
        labelName: $labelName
        authorUsername: $authorUsername
        milestoneTitle: $milestoneTitle
        myReactionEmoji: $myReactionEmoji
        confidential: $confidential
        customField: $customField
        search: $search
        not: $not
        or: $or
        includeDescendantGroups: $includeDescendantGroups
      ) {
        nodes {
          ...RoadmapDates
        }
      }
      lastDue: epics(
        sort: END_DATE_DESC
        first: 1
        state: $state
        iid: $iid
        labelName: $labelName
        authorUsername: $authorUsername
        milestoneTitle: $milestoneTitle
        myReactionEmoji: $myReactionEmoji
        confidential: $confidential
        customField: $customField
        search: $search
        not: $not
        or: $or
        includeDescendantGroups: $includeDescendantGroups
      ) {
        nodes {
          ...RoadmapDates
        }
      }
    }
  }
`);

const childExtent = graphql(`
  query roadmapChildExtent($fullPath: ID!, $iid: ID!, $state: EpicState) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        firstStart: children(sort: START_DATE_ASC, first: 1, state: $state) {
          nodes {
            ...RoadmapDates
          }
        }
        lastStart: children(sort: START_DATE_DESC, first: 1, state: $state) {
          nodes {
            ...RoadmapDates
          }
        }
        firstDue: children(sort: END_DATE_ASC, first: 1, state: $state) {
          nodes {
            ...RoadmapDates
          }
        }
        lastDue: children(sort: END_DATE_DESC, first: 1, state: $state) {
          nodes {
            ...RoadmapDates
          }
        }
      }
    }
  }
`);

interface Ends {
  firstStart?: Dated | null;
  lastStart?: Dated | null;
  firstDue?: Dated | null;
  lastDue?: Dated | null;
}
interface Dated {
  nodes?: readonly ({ startDate?: string | null; dueDate?: string | null } | null)[] | null;
}

/** From the first to the last date of all epics that the filters find, at any depth; null when none has a date. */
export function extentQuery(args: EpicArguments, epicIid: string | null) {
  const { sort: _sort, timeframe: _timeframe, topLevelHierarchyOnly: _top, ...filters } = args;
  return queryOptions({
    queryKey: ['roadmapExtent', filters, epicIid],
    queryFn: async ({ signal }): Promise<Timeframe | null> => {
      const ends: Ends | null | undefined = isBehindLink()
        ? await endsBehindLink(filters, signal)
        : epicIid === null
          ? (await ask(groupExtent, filters, signal)).group
          : (await ask(childExtent, { fullPath: args.fullPath, iid: epicIid, state: args.state }, signal)).group?.epic;
      const nodes = [ends?.firstStart, ends?.lastStart, ends?.firstDue, ends?.lastDue].flatMap(
        (connection) => connection?.nodes ?? [],
      );
      return extentOf(nodes.map((node) => ({ start: readDay(node?.startDate), due: readDay(node?.dueDate) })));
    },
    staleTime: 30_000,
    refetchOnWindowFocus: false,
  });
}

/** The same by the list that a link answers: the first epic in each of four orders. */
async function endsBehindLink(
  filters: Omit<EpicArguments, 'sort' | 'timeframe' | 'topLevelHierarchyOnly'>,
  signal: AbortSignal,
): Promise<Ends> {
  const first = async (sort: EpicArguments['sort']) =>
    (await ask(groupEpics, { ...filters, sort, first: 1, endCursor: '' }, signal)).group?.epics ?? null;
  const [firstStart, lastStart, firstDue, lastDue] = await Promise.all([
    first('START_DATE_ASC'),
    first('START_DATE_DESC'),
    first('END_DATE_ASC'),
    first('END_DATE_DESC'),
  ]);
  return { firstStart, lastStart, firstDue, lastDue };
}
