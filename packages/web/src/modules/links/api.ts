import { digitsOf } from '@milepost/core/global-ids';
import type { LinkType } from '@milepost/core/links';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { present, request } from '../../platform/api/graphql.ts';
import { sendJson } from '../../platform/api/http.ts';
import { graphql } from '../../gen/gql.ts';
import { readDay } from '../../ui/field/days.ts';
import { typeOf } from '../work-items/type-of.ts';
import { changeLag } from './changes.ts';

const linksDocument = graphql(`
  query linkedItemsOfItem($fullPath: ID!, $iid: String!) {
    namespace(fullPath: $fullPath) {
      id
      workItem(iid: $iid) {
        id
        userPermissions {
          adminWorkItemLink
        }
        widgets(onlyTypes: [LINKED_ITEMS, START_AND_DUE_DATE]) {
          type
          ... on WorkItemWidgetStartAndDueDate {
            startDate
            dueDate
          }
          ... on WorkItemWidgetLinkedItems {
            linkedItems {
              nodes {
                linkId
                linkType
                lagDays
                workItemState
                workItem {
                  id
                  iid
                  confidential
                  namespace {
                    id
                    fullPath
                  }
                  workItemType {
                    id
                    name
                    iconName
                  }
                  title
                  state
                  createdAt
                  closedAt
                  webUrl
                  webPath
                  reference(full: true)
                  widgets(onlyTypes: [MILESTONE, START_AND_DUE_DATE]) {
                    type
                    ... on WorkItemWidgetMilestone {
                      milestone {
                        id
                        title
                      }
                    }
                    ... on WorkItemWidgetStartAndDueDate {
                      startDate
                      dueDate
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`);

/** The item with the links. */
export interface LinkingItem {
  /** A global id of any of its faces. */
  id: string;
  /** Of its group or project. */
  fullPath: string;
  iid: string;
  type: 'epic' | 'issue' | 'incident' | 'task';
  webPath: string;
  isConfidential: boolean;
}

/** The links of an item, and whether the viewer may change them. */
export function linksQuery({ fullPath, iid }: Pick<LinkingItem, 'fullPath' | 'iid'>) {
  return queryOptions({
    queryKey: ['links', fullPath, iid],
    queryFn: async ({ signal }) => {
      const { namespace } = await request(linksDocument, { fullPath, iid }, signal);
      const nodes = (namespace?.workItem?.widgets ?? []).flatMap((widget) =>
        widget && 'linkedItems' in widget ? present(widget.linkedItems?.nodes) : [],
      );
      const own = datesIn(namespace?.workItem?.widgets);
      return {
        mayLink: namespace?.workItem?.userPermissions.adminWorkItemLink ?? false,
        links: nodes.flatMap(({ linkId, linkType, lagDays, workItem: item }) => {
          if (!item) return [];
          const widgets = present(item.widgets);
          const dates = datesIn(item.widgets);
          const goal = widgets.find((widget) => 'milestone' in widget);
          return [
            {
              linkId,
              linkType: linkType as LinkType,
              lagDays,
              id: item.id,
              title: item.title,
              type: typeOf(item.workItemType.name),
              isClosed: item.state === 'CLOSED',
              isConfidential: item.confidential,
              reference: item.reference,
              webPath: item.webPath,
              dueDate: dates.dueDate,
              gap: gapOf(own, dates, linkType as LinkType),
              milestone: (goal && 'milestone' in goal && goal.milestone?.title) || null,
            },
          ];
        }),
      };
    },
  });
}
interface Dates {
  startDate: string | null;
  dueDate: string | null;
}

function datesIn(
  widgets: readonly ({ startDate?: string | null; dueDate?: string | null } | object | null)[] | null | undefined,
): Dates {
  const dates = present(widgets).find((widget) => 'dueDate' in widget);
  return { startDate: null, dueDate: null, ...dates };
}

/** The days from the end of a blocker to the start of what it blocks, less than 0 where that starts early; null if unknown. */
function gapOf(own: Dates, other: Dates, linkType: LinkType): number | null {
  if (linkType === 'relates_to') return null;
  const [blocker, blocked] = linkType === 'blocks' ? [own, other] : [other, own];
  const [end, start] = [readDay(blocker.dueDate), readDay(blocked.startDate)];
  return end === null || start === null ? null : start - end;
}

export type ShownLink = Awaited<ReturnType<NonNullable<ReturnType<typeof linksQuery>['queryFn']>>>['links'][number];

/** The endpoint of the page's links. */
const endpointOf = ({ webPath, type }: LinkingItem): string =>
  `${webPath}/${type === 'epic' ? 'related_epic_links' : 'links'}`;

/** Adds, changes and removes links and invalidates everything that shows them. */
export function useLinks(item: LinkingItem) {
  const client = useQueryClient();
  const renewed = async <Answer>(work: Promise<Answer>): Promise<void> => {
    await work;
    for (const queryKey of [['issue'], ['epic'], ['activity'], ['roadmapDependencies']])
      void client.invalidateQueries({ queryKey });
    await client.invalidateQueries({ queryKey: ['links'] });
  };
  return {
    add: (references: readonly string[], linkType: LinkType) =>
      renewed(
        sendJson(endpointOf(item), {
          method: 'POST',
          body: { issuable_references: references, link_type: linkType },
        }),
      ),
    changeLag: (otherId: string, lagDays: number) =>
      renewed(changeLag({ id: item.id, linkedItemId: otherId, lagDays })),
    remove: (linkId: string) => renewed(sendJson(`${endpointOf(item)}/${digitsOf(linkId)}`, { method: 'DELETE' })),
  };
}
