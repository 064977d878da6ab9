import { expect } from 'vitest';
import { test } from '../../testing/merge-requests.ts';

const document = `query ($path: ID!, $iid: String!) {
  project(fullPath: $path) {
    mergeRequest(iid: "1") { iid title state draft reference full: reference(full: true) webPath sourceBranch author { username } }
    mergeRequests(state: opened, first: 1) { nodes { iid } pageInfo { hasNextPage endCursor } }
    issue(iid: $iid) { mergeRequestsCount relatedMergeRequests { nodes { reference state webPath } } }
  }
}`;

test('an issue lists and counts the merge requests that mention it, in both APIs', async ({
  newCode,
  call,
  ask,
  build,
}) => {
  const open = await newCode('public');
  const hidden = await newCode('private');
  const issue = await build.issue({ project: open.project });
  for (const code of [open, hidden]) {
    for (const name of ['one', 'two']) {
      await code.branch(name, { [name]: name });
      const description = name === 'one' ? `About ${open.project.fullPath}#${issue.iid}` : '';
      const wanted = { source_branch: name, target_branch: 'main', title: name, description };
      expect((await call('mina', 'POST', code.path, wanted)).status).toBe(201);
    }
  }
  const variables = { path: open.project.fullPath, iid: String(issue.iid) };
  const { data } = await ask('otto', document, variables);
  const webPath = `/${open.project.fullPath}/-/merge_requests/1`;
  expect(data).toEqual({
    project: {
      mergeRequest: {
        iid: '1',
        title: 'one',
        state: 'opened',
        draft: false,
        reference: '!1',
        full: `${open.project.fullPath}!1`,
        webPath,
        sourceBranch: 'one',
        author: { username: 'mina' },
      },
      mergeRequests: { nodes: [{ iid: '2' }], pageInfo: { hasNextPage: true, endCursor: expect.any(String) } },
      issue: {
        mergeRequestsCount: 1,
        relatedMergeRequests: { nodes: [{ reference: '!1', state: 'opened', webPath }] },
      },
    },
  });
  const seen = await ask<{ project: { issue: { mergeRequestsCount: number } } }>('rita', document, variables);
  expect(seen.data.project.issue.mergeRequestsCount).toBe(2);
  const none = { project: { mergeRequest: null, mergeRequests: null, issue: null } };
  expect((await ask('gwen', document, { path: hidden.project.fullPath, iid: '1' })).data).toEqual(none);
  expect((await ask('otto', document, { path: hidden.project.fullPath, iid: '1' })).data).toEqual({ project: null });
});
