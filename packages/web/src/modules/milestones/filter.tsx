import { defineMessage, type MessageDescriptor } from 'react-intl';
import { present, request } from '../../platform/api/graphql.ts';
import type { Choice, FilterScope, ValueSource } from '../../filter-bar/kinds.ts';
import { graphql } from '../../gen/gql.ts';
import { MilestoneDates } from './MilestoneDates.tsx';

const filterMilestones = graphql(`
  query filterMilestones(
    $fullPath: ID!
    $state: MilestoneStateEnum
    $searchTitle: String
    $isProject: Boolean = false
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      milestones(
        state: $state
        searchTitle: $searchTitle
        includeDescendants: true
        includeAncestors: true
        first: 20
      ) {
        nodes {
          id
          title
          startDate
          dueDate
        }
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      milestones(state: $state, searchTitle: $searchTitle, includeAncestors: true, first: 20) {
        nodes {
          id
          title
          startDate
          dueDate
        }
      }
    }
  }
`);

const failure = defineMessage({
  id: 'milestones.filterFailed',
  defaultMessage: 'There was a problem fetching milestones.',
});

/**
 * Milestones of a group or project, of those above and of all below, as values of a filter: the active ones, or any that is
 * typed.
 */
export function milestoneSource(scope: FilterScope): ValueSource {
  return {
    search: (text) => ({
      queryKey: ['filterMilestones', scope, text],
      queryFn: async ({ signal }) => {
        const wanted = text === '' ? ({ state: 'active' } as const) : { searchTitle: text };
        const { group, project } = await request(filterMilestones, { ...scope, ...wanted }, signal);
        return uniqueTitles(present((scope.isProject ? project : group)?.milestones?.nodes).map(choiceOf));
      },
    }),
    // A token shows only the title.
    find: (title) => ({
      queryKey: ['milestoneOfFilter', scope, title],
      queryFn: () => Promise.resolve(choiceOf({ title })),
    }),
    failure: (): MessageDescriptor => failure,
    preloaded: [],
  };
}

interface DatedMilestone {
  title: string;
  startDate?: string | null | undefined;
  dueDate?: string | null | undefined;
}

function choiceOf({ title, startDate, dueDate }: DatedMilestone): Choice {
  const detail = (startDate ?? dueDate) && <MilestoneDates startDate={startDate} dueDate={dueDate} />;
  return { value: title, title, short: `%${title}`, ...(detail && { detail }) };
}

/** A filter identifies milestones by title: several namespaces may have one of the same title. */
function uniqueTitles(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.toReversed().map((choice) => [choice.value, choice])).values()].reverse();
}
