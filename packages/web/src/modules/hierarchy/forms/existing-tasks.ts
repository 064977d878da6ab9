import { numberOfId } from '@milepost/core/global-ids';
import { present, refuseUnlessDone, request } from '../../../platform/api/graphql.ts';
import { graphql } from '../../../gen/gql.ts';

const findDocument = graphql(`
  query tasksByReference($projectPath: ID!, $refs: [String!]!) {
    workItemsByReference(contextNamespacePath: $projectPath, refs: $refs) {
      nodes {
        id
      }
    }
  }
`);

const addDocument = graphql(`
  mutation addExistingTasks($input: WorkItemHierarchyAddChildrenItemsInput!) {
    workItemHierarchyAddChildrenItems(input: $input) {
      errors
    }
  }
`);

/** References to items that do not exist or are not visible to the viewer. */
export class MissingReferences extends Error {
  constructor(readonly references: readonly string[]) {
    super(references.join(' '));
  }
}

/**
 * Adds tasks to an issue, all or none. `issueId`: a global id of any of its faces; references are read from its project.
 * Throws MissingReferences, or what the server refuses.
 */
export async function addExistingTasks(
  issueId: string,
  projectPath: string,
  references: readonly string[],
): Promise<void> {
  // One by one, to report which of them is missing.
  const found = await Promise.all(
    references.map(async (reference) => {
      const { workItemsByReference } = await request(findDocument, {
        projectPath: projectPath,
        refs: [asTask(reference)],
      });
      return present(workItemsByReference?.nodes)[0]?.id ?? null;
    }),
  );
  const missing = references.filter((_, index) => found[index] === null);
  if (missing.length > 0) throw new MissingReferences(missing);
  const input = { id: `gid://gitlab/WorkItem/${numberOfId(issueId)}`, childrenIds: [...new Set(present(found))] };
  refuseUnlessDone((await request(addDocument, { input })).workItemHierarchyAddChildrenItems);
}

/** A number alone refers to an item of the project. */
const asTask = (reference: string): string => (/^\d+$/.test(reference) ? `#${reference}` : reference);
