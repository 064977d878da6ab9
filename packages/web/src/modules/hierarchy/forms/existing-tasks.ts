import { present, refuseUnlessDone, request } from '../../../platform/api/graphql.ts';
import { graphql } from '../../../gen/gql.ts';
import { numberOf } from '../data/items.ts';

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

/** References that point at nothing, or at what the viewer may not see. */
export class MissingReferences extends Error {
  constructor(readonly references: readonly string[]) {
    super(references.join(' '));
  }
}

/**
 * Puts tasks below an issue, all of them or none. `issueId`: a global id of any of its faces; references are read from its project.
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
  const input = { id: `gid://gitlab/WorkItem/${numberOf(issueId)}`, childrenIds: [...new Set(present(found))] };
  refuseUnlessDone((await request(addDocument, { input })).workItemHierarchyAddChildrenItems);
}

/** A number alone is one of the project. */
const asTask = (reference: string): string => (/^\d+$/.test(reference) ? `#${reference}` : reference);
