import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

const promote = /* GraphQL */ `
  mutation promoteToEpic($input: PromoteToEpicInput!) {
    promoteToEpic(input: $input) {
      errors
      epic {
        id
        webPath
      }
      issue {
        state
        promotedToEpic {
          webPath
        }
      }
    }
  }
`;

describe('GraphQL', () => {
  test('GQ-IS-03: promoteToEpic takes iid and projectPath and gives the epic, or errors', async ({ ask, build }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const input = { projectPath: project.fullPath, iid: String(issue.iid) };
    const { data } = await ask<{ promoteToEpic: { errors: string[]; epic: { id: string; webPath: string } | null } }>(
      'paul',
      promote,
      { input },
    );
    expect(data.promoteToEpic).toMatchObject({
      errors: [],
      epic: { id: expect.stringMatching(/^gid:\/\/gitlab\/Epic\/\d+$/) as string },
      issue: { state: 'closed', promotedToEpic: { webPath: data.promoteToEpic.epic?.webPath } },
    });
    expect(data.promoteToEpic.epic?.webPath).toMatch(/^\/groups\/[\w/-]+\/-\/epics\/\d+$/);
    const again = await ask('paul', promote, { input });
    expect(again.data).toEqual({
      promoteToEpic: { errors: ['Issue already promoted to epic.'], epic: null, issue: null },
    });
    const stranger = await ask('otto', promote, { input });
    expect(stranger.errors?.[0]?.message).toContain('does not exist or you don');
  });

  test('issueMove returns the issue in its new project; viewers without access to that do not see where it is', async ({
    ask,
    build,
  }) => {
    const home = await build.project({ visibility: 'public' });
    const away = await build.project({ group: await build.group({ visibility: 'private' }) });
    const issue = await build.issue({ project: home });
    const move = `mutation ($input: IssueMoveInput!) { issueMove(input: $input) { errors issue { webPath } } }`;
    const { data } = await ask<{ issueMove: { issue: { webPath: string } } }>('paul', move, {
      input: { projectPath: home.fullPath, iid: String(issue.iid), targetProjectPath: away.fullPath },
    });
    expect(data.issueMove.issue.webPath.startsWith(`/${away.fullPath}/-/issues/`)).toBe(true);
    const where = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { state moved movedTo { webPath } } } }`;
    const variables = { path: home.fullPath, iid: String(issue.iid) };
    expect((await ask('paul', where, variables)).data).toEqual({
      project: { issue: { state: 'closed', moved: true, movedTo: { webPath: data.issueMove.issue.webPath } } },
    });
    expect((await ask('nobody', where, variables)).data).toEqual({
      project: { issue: { state: 'closed', moved: true, movedTo: null } },
    });
  });

  test('issueMarkAsDuplicate closes it as the same as another', async ({ ask, build }) => {
    const project = await build.project();
    const [issue, same] = [await build.issue({ project }), await build.issue({ project })];
    const mark = `mutation ($input: IssueMarkAsDuplicateInput!) {
      issueMarkAsDuplicate(input: $input) { errors issue { state closedAsDuplicateOf { iid } } }
    }`;
    const input = {
      projectPath: project.fullPath,
      iid: String(issue.iid),
      duplicateOfId: `gid://gitlab/Issue/${same.id}`,
    };
    expect((await ask('paul', mark, { input })).data).toEqual({
      issueMarkAsDuplicate: { errors: [], issue: { state: 'closed', closedAsDuplicateOf: { iid: String(same.iid) } } },
    });
    const nothing = { ...input, iid: String(same.iid), duplicateOfId: 'gid://gitlab/Issue/999999' };
    expect((await ask('paul', mark, { input: nothing })).data).toEqual({
      issueMarkAsDuplicate: { errors: ['Duplicate of does not exist'], issue: null },
    });
  });
});

describe('REST', () => {
  test('an issue is moved and cloned by the id of a project', async ({ call, build }) => {
    const [home, away] = [await build.project(), await build.project()];
    const issue = await build.issue({ project: home, title: 'Walls' });
    const path = `/projects/${home.id}/issues/${issue.iid}`;
    const clone = await call('paul', 'POST', `${path}/clone`, { to_project_id: away.id, with_notes: true });
    expect(clone).toMatchObject({ status: 201, body: { project_id: away.id, title: 'Walls', state: 'opened' } });
    const moved = await call('paul', 'POST', `${path}/move`, { to_project_id: away.id });
    expect(moved).toMatchObject({ status: 201, body: { project_id: away.id, title: 'Walls', moved_to_id: null } });
    expect((await call('paul', 'GET', path)).body).toMatchObject({ state: 'closed', moved_to_id: moved.body['id'] });
    expect((await call('paul', 'POST', `${path}/move`, { to_project_id: away.id })).status).toBe(409);
    expect((await call('otto', 'POST', `${path}/move`, { to_project_id: away.id })).status).toBe(404);
    expect((await call('nobody', 'POST', `${path}/clone`, { to_project_id: away.id })).status).toBe(401);
  });
});
