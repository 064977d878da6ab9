import { queryOptions } from '@tanstack/react-query';
import { requestRoadmap } from '../data/request.ts';
import { graphql } from '../../../gen/gql.ts';

const linkedItems = graphql(`
  query workItemLinkedItems($fullPath: ID!, $iid: String!) {
    namespace(fullPath: $fullPath) {
      id
      workItem(iid: $iid) {
        id
        widgets {
          type
          ... on WorkItemWidgetLinkedItems {
            linkedItems {
              nodes {
                linkId
                linkType
                workItem {
                  id
                  iid
                  title
                  state
                  webUrl
                  reference(full: true)
                  workItemType {
                    name
                  }
                  widgets {
                    type
                    ... on WorkItemWidgetStartAndDueDate {
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

export interface LinkedItem {
  id: string;
  linkType: string;
  title: string;
  state: string;
  webUrl: string;
  reference: string;
  isEpic: boolean;
  dueDate: string | null;
}

/** All linked items of an epic. */
export function linkedItemsOf(fullPath: string, iid: string) {
  return queryOptions({
    queryKey: ['workItemLinkedItems', { fullPath, iid }],
    queryFn: async ({ signal }): Promise<LinkedItem[]> => {
      const { namespace } = await requestRoadmap(linkedItems, { fullPath, iid }, signal);
      const links = (namespace?.workItem?.widgets ?? []).flatMap((widget) =>
        widget && 'linkedItems' in widget ? (widget.linkedItems?.nodes ?? []) : [],
      );
      return links.flatMap((link) => {
        const item = link?.workItem;
        if (!link || !item) return [];
        const dates = (item.widgets ?? []).find((widget) => widget && 'dueDate' in widget);
        return [
          {
            id: item.id,
            linkType: link.linkType,
            title: item.title,
            state: item.state,
            webUrl: item.webUrl ?? '',
            reference: item.reference,
            isEpic: item.workItemType.name === 'Epic',
            dueDate: dates && 'dueDate' in dates ? (dates.dueDate ?? null) : null,
          },
        ];
      });
    },
    staleTime: 30_000,
  });
}
