import { queryOptions } from '@tanstack/react-query';
import type { EpicPageQuery, UpdateEpicInput } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import { epicPage } from './operation.ts';
import { takeAnsweredTo, takeOrRequest } from '../../platform/api/prefetch.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { accepted, request } from '../../platform/api/graphql.ts';
import { sendJson } from '../../platform/api/http.ts';

const changeEpicDocument = graphql(`
  mutation changeEpic($input: UpdateEpicInput!) {
    updateEpic(input: $input) {
      errors
      epic {
        id
      }
    }
  }
`);

const epicColor = graphql(`
  query epicColor($fullPath: ID!, $iid: ID) {
    workspace: group(fullPath: $fullPath) {
      id
      issuable: epic(iid: $iid) {
        id
        color
      }
    }
  }
`);

export type EpicView = NonNullable<NonNullable<EpicPageQuery['group']>['epic']>;

/** All data of the epic page except the children. */
export function epicQuery(fullPath: string, iid: string) {
  return queryOptions({
    queryKey: ['epic', fullPath, iid],
    queryFn: async ({ signal }): Promise<EpicView> => {
      const { group } = await takeOrRequest(epicPage, { fullPath, iid }, signal);
      if (!group?.epic) throw new NotFoundError('Epic');
      return group.epic;
    },
    initialData: () => takeAnsweredTo(epicPage, { fullPath, iid })?.group?.epic ?? undefined,
  });
}

/** Closes or reopens; returns the state from the server's response. `webPath`: of the epic. */
export async function changeEpicState(webPath: string, event: 'close' | 'reopen'): Promise<EpicView['state']> {
  const query = new URLSearchParams({ 'epic[state_event]': event });
  const { state } = await sendJson<{ state: EpicView['state'] }>(`${webPath}.json?${query.toString()}`, {
    method: 'PUT',
  });
  return state;
}

export type EpicChange = Omit<UpdateEpicInput, 'groupPath' | 'iid' | 'clientMutationId'>;

/** Changes the given fields. Throws ChangeRefusedError with the server's messages. */
export async function changeEpic(groupPath: string, iid: string, change: EpicChange): Promise<void> {
  const { updateEpic } = await request(changeEpicDocument, { input: { groupPath, iid, ...change } });
  accepted(updateEpic, 'epic');
}

/** Only the color: fetched again before editing. */
export function epicColorQuery(fullPath: string, iid: string) {
  return queryOptions({
    queryKey: ['epic-color', fullPath, iid],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { workspace } = await request(epicColor, { fullPath, iid }, signal);
      if (!workspace?.issuable) throw new NotFoundError('Epic');
      return workspace.issuable.color;
    },
    retry: false,
  });
}
