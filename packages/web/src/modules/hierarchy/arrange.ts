import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { request } from '../../app/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import type { ChildrenPage } from './api.ts';

const reorder = graphql(`
  mutation epicReorder($input: EpicTreeReorderInput!) {
    epicTreeReorder(input: $input) {
      errors
    }
  }
`);

type Pages = InfiniteData<ChildrenPage>;

/** Far enough from each other for others to come between. */
const gap = 500;

export interface Arranging {
  /** The list of children, as it is kept. */
  queryKey: readonly unknown[];
  parentId: string;
  /** Ids in the order in which they stand. */
  order: readonly string[];
  /** What is moved, and by how many places. */
  id: string;
  by: -1 | 1;
}

/**
 * Moves a child of an epic one place up or down: shown at once, and put back where the server does not agree. Gives whether
 * it could be moved; throws where it was put back.
 */
export async function arrange(client: QueryClient, { queryKey, parentId, order, id, by }: Arranging): Promise<boolean> {
  const at = order.indexOf(id);
  const beside = order[at + by];
  if (at === -1 || beside === undefined) return false;
  const next = order.with(at, beside).with(at + by, id);
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData<Pages>(queryKey);
  client.setQueryData<Pages>(queryKey, (data) => data && placed(data, next));
  try {
    // Where the neighbour stands, seen from the item once it has moved.
    const moved = { id, adjacentReferenceId: beside, relativePosition: by < 0 ? 'after' : 'before' } as const;
    const { epicTreeReorder } = await request(reorder, { input: { baseEpicId: parentId, moved } });
    const errors = epicTreeReorder?.errors ?? [];
    if (errors.length > 0) throw new Error(errors.join(' '));
  } catch (error) {
    client.setQueryData(queryKey, before);
    throw error;
  }
  return true;
}

/** The pages with positions that give this order. */
function placed(data: Pages, order: readonly string[]): Pages {
  const positionOf = new Map(order.map((id, index) => [id, index * gap]));
  const at = <Item extends { id: string; relativePosition?: number | null }>(item: Item): Item => ({
    ...item,
    relativePosition: positionOf.get(item.id) ?? item.relativePosition ?? null,
  });
  const pages = data.pages.map((page) => ({ ...page, epics: page.epics.map(at), issues: page.issues.map(at) }));
  return { ...data, pages };
}
