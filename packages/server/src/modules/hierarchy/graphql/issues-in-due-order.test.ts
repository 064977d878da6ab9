import { expect } from 'vitest';
import { test } from '../../../testing/http.ts';

interface Listed {
  group: {
    epic: {
      issues: {
        count: number;
        nodes: { title: string }[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
    };
  };
}

const query = /* GraphQL */ `
  query ($fullPath: ID!, $iid: ID!, $after: String = "", $first: Int = 50) {
    group(fullPath: $fullPath) {
      epic(iid: $iid) {
        issues(first: $first, after: $after, byDueDate: true) {
          count
          nodes {
            title
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`;

test('the issues of an epic by due date, then by number, page by page; hidden ones are not counted', async ({
  ask,
  build,
}) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const epic = await build.epic({ group });
  const add = (title: string, dueDate: string | null, more = {}) =>
    build.issue({ project, parent: epic, title, ...(dueDate && { dueDate }), ...more });
  await add('none first', null);
  await add('later', '2026-05-09');
  await add('same day first', '2026-02-01');
  await add('same day second', '2026-02-01');
  await add('none second', null);
  await add('secret', '2026-01-01', { confidential: true });
  const list = async (who: 'ada' | 'otto', more: object = {}) => {
    const variables = { fullPath: group.fullPath, iid: String(epic.iid), ...more };
    return (await ask<Listed>(who, query, variables)).data.group.epic.issues;
  };
  const seen = ['same day first', 'same day second', 'later', 'none first', 'none second'];
  const all = await list('ada');
  expect(all.nodes.map(({ title }) => title)).toEqual(['secret', ...seen]);
  const outside = await list('otto');
  expect([outside.count, outside.nodes.map(({ title }) => title)]).toEqual([5, seen]);
  const titles: string[] = [];
  for (let after = '', page = await list('otto', { first: 2 }); ; page = await list('otto', { first: 2, after })) {
    titles.push(...page.nodes.map(({ title }) => title));
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  expect(titles).toEqual(seen);
});
