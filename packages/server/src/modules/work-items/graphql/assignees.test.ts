import { expect } from 'vitest';
import { test } from '../../../testing/http.ts';

test('issueSetAssignees clears the assignees only with an empty list, not with names that nobody has', async ({
  ask,
  build,
}) => {
  const project = await build.project();
  const { iid } = await build.issue({ project, assignees: ['ada'] });
  const assign = async (...names: string[]): Promise<unknown> => {
    const { data } = await ask<{ set: unknown }>(
      'paul',
      /* GraphQL */ `
        mutation ($projectPath: ID!, $iid: String!, $names: [String!]!) {
          set: issueSetAssignees(input: { projectPath: $projectPath, iid: $iid, assigneeUsernames: $names }) {
            errors
            issue {
              assignees {
                nodes {
                  username
                }
              }
            }
          }
        }
      `,
      { projectPath: project.fullPath, iid: String(iid), names },
    );
    return data.set;
  };
  const assigned = (...names: string[]) => ({
    errors: [],
    issue: { assignees: { nodes: names.map((username) => ({ username })) } },
  });
  expect(await assign('nobody-here')).toEqual(assigned('ada'));
  expect(await assign('mina', 'nobody-here')).toEqual(assigned('mina'));
  expect(await assign()).toEqual(assigned());
});
