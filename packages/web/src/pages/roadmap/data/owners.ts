import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../../gen/gql.ts';
import { present } from '../../../platform/api/graphql.ts';
import { ask } from './ask.ts';

const roadmapOwners = graphql(`
  query roadmapOwners($fullPath: ID!, $ids: [ID!]) {
    group(fullPath: $fullPath) {
      id
      epics(ids: $ids, first: 100) {
        nodes {
          id
          assignees(first: 1) {
            count
            nodes {
              id
              name
              avatarUrl
            }
          }
        }
      }
    }
  }
`);

export interface Owners {
  count: number;
  /** Only the first. */
  people: readonly { name: string; avatarUrl?: string | null }[];
}

const nobody: Owners = { count: 0, people: [] };

/** Ids of one request. */
const MAX_IDS = 100;

interface Batch {
  ids: string[];
  answer: Promise<ReadonlyMap<string, Owners>>;
}
const batches = new Map<string, Batch>();

/** The owners of one epic: rows that are drawn together ask together. */
export function ownersQuery(fullPath: string, epicId: string) {
  return queryOptions({
    queryKey: ['roadmapOwners', fullPath, epicId],
    queryFn: async (): Promise<Owners> => (await batchOf(fullPath, epicId)).get(epicId) ?? nobody,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

function batchOf(fullPath: string, epicId: string): Promise<ReadonlyMap<string, Owners>> {
  const open = batches.get(fullPath);
  if (open && open.ids.length < MAX_IDS) {
    open.ids.push(epicId);
    return open.answer;
  }
  const ids = [epicId];
  const answer = new Promise((resolve) => setTimeout(resolve)).then(() => {
    if (batches.get(fullPath)?.ids === ids) batches.delete(fullPath);
    return requestOwners(fullPath, ids);
  });
  batches.set(fullPath, { ids, answer });
  return answer;
}

async function requestOwners(fullPath: string, ids: readonly string[]): Promise<ReadonlyMap<string, Owners>> {
  const { group } = await ask(roadmapOwners, { fullPath, ids: [...ids] });
  return new Map(
    present(group?.epics?.nodes).map(({ id, assignees }) => [
      id,
      { count: assignees?.count ?? 0, people: present(assignees?.nodes) },
    ]),
  );
}
