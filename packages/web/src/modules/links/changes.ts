import { refuseUnlessDone, request } from '../../platform/api/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import type { WorkItemAddLinkedItemsInput, WorkItemLinkUpdateInput } from '../../gen/graphql.ts';

const addDocument = graphql(`
  mutation addLinkedItems($input: WorkItemAddLinkedItemsInput!) {
    workItemAddLinkedItems(input: $input) {
      errors
    }
  }
`);
const removeDocument = graphql(`
  mutation removeLinkedItems($input: WorkItemRemoveLinkedItemsInput!) {
    workItemRemoveLinkedItems(input: $input) {
      errors
    }
  }
`);
const lagDocument = graphql(`
  mutation changeLinkLag($input: WorkItemLinkUpdateInput!) {
    workItemLinkUpdate(input: $input) {
      errors
    }
  }
`);

/** Links two items. Throws ChangeRefusedError with the server's reason. */
export async function addLink(input: WorkItemAddLinkedItemsInput): Promise<void> {
  refuseUnlessDone((await request(addDocument, { input })).workItemAddLinkedItems);
}

export async function removeLink(id: string, otherId: string): Promise<void> {
  refuseUnlessDone(
    (await request(removeDocument, { input: { id, workItemsIds: [otherId] } })).workItemRemoveLinkedItems,
  );
}

export async function changeLag(input: WorkItemLinkUpdateInput): Promise<void> {
  refuseUnlessDone((await request(lagDocument, { input })).workItemLinkUpdate);
}
