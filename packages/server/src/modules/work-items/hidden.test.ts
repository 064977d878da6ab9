import { describe, expect } from 'vitest';
import { castNames, type CastName } from '../../testing/cast.ts';
import { test, tokenFor } from '../../testing/http.ts';
import { csrfTokenOf } from '../users/commands/sessions.ts';
import { sha256Of } from '../../platform/util/tokens.ts';
import { setBanned } from '../users/commands/accounts.ts';
import { foldAll } from '../hierarchy/jobs.ts';
import { updateGroup } from '../namespaces/commands/writing.ts';
import { setSpam } from './commands/hidden.ts';

const seenIn = `query ($group: ID!, $project: ID!, $epic: ID!, $iid: String!) {
  project(fullPath: $project) { issue(iid: $iid) { id hidden } issues { count nodes { id } } }
  group(fullPath: $group) {
    issues(includeSubgroups: true) { nodes { id } }
    epic(iid: $epic) { descendantCounts { openedIssues } issues { nodes { id } } }
  }
}`;

interface Seen {
  project: { issue: { id: string; hidden: boolean } | null; issues: { count: number; nodes: { id: string }[] } };
  group: {
    issues: { nodes: { id: string }[] };
    epic: { descendantCounts: { openedIssues: number }; issues: { nodes: { id: string }[] } };
  };
}

describe('hidden content', () => {
  test('IS-HD-04, EN-IS-05: content of a banned person is visible to administrators only, in every answer, until the ban is lifted', async ({
    ask,
    call,
    build,
    as,
    db,
    send,
    world,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group, visibility: 'public' });
    const epic = await build.epic({ group });
    const issue = await build.issue({ project, parent: epic, author: 'otto', title: 'Cheap watches' });
    await build.issue({ project, parent: epic, author: 'ada' });
    const variables = { group: group.fullPath, project: project.fullPath, epic: String(epic.iid), iid: `${issue.iid}` };

    /** Where a person can see the issue: in which lists, counts and pages. */
    const appearancesFor = async (who: CastName) => {
      const { data } = await ask<Seen>(who, seenIn, variables);
      const has = (nodes: { id: string }[]) => nodes.some(({ id }) => id === `gid://gitlab/Issue/${issue.id}`);
      const rest = await call<{ id: number }[]>(who, 'GET', `/projects/${project.id}/issues`);
      const page = await send({
        url: `/${project.fullPath}/-/issues/${issue.iid}.json`,
        headers: who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) },
      });
      return {
        issue: data.project.issue !== null,
        isMarked: data.project.issue?.hidden ?? null,
        ofProject: has(data.project.issues.nodes),
        counted: data.project.issues.count,
        ofGroup: has(data.group.issues.nodes),
        children: data.group.epic.issues.nodes.length,
        sum: data.group.epic.descendantCounts.openedIssues,
        rest: rest.body.some(({ id }) => id === issue.id),
        page: page.status,
      };
    };
    const all = async () =>
      Object.fromEntries(await Promise.all(castNames.map(async (who) => [who, await appearancesFor(who)] as const)));
    const shown = (isMarked: boolean) => ({
      issue: true,
      isMarked,
      ofProject: true,
      counted: 2,
      ofGroup: true,
      children: 2,
      sum: 2,
      rest: true,
      page: 200,
    });
    const gone = {
      issue: false,
      isMarked: null,
      ofProject: false,
      counted: 1,
      ofGroup: false,
      children: 1,
      sum: 1,
      rest: false,
      page: 404,
    };
    const toEveryone = (view: object) => Object.fromEntries(castNames.map((who) => [who, view]));

    expect(await all()).toEqual(toEveryone(shown(false)));
    await setBanned(as('root'), build.idOf('otto'), true);
    // Otto cannot sign in any more, and his token is invalid.
    const { otto: _out, ...others } = toEveryone(gone);
    const hiddenFrom = async () => {
      const seen: Record<string, unknown> = {};
      for (const who of castNames.filter((name) => name !== 'otto')) seen[who] = await appearancesFor(who);
      return seen;
    };
    expect(await hiddenFrom()).toEqual({ ...others, root: shown(true) });
    // The roll-ups stay correct when their deltas are folded, and when the namespace changes visibility.
    await foldAll(db);
    await updateGroup(as('ada'), group.id, { visibility: 'public' });
    expect(await hiddenFrom()).toEqual({ ...others, root: shown(true) });
    // Items that he gets later, by an import, are hidden at once.
    const later = await build.issue({ project, author: 'otto' });
    expect((await call('ada', 'GET', `/projects/${project.id}/issues/${later.iid}`)).status).toBe(404);

    await setBanned(as('root'), build.idOf('otto'), false);
    await db.deleteFrom('workItems').where('id', '=', later.id).execute();
    expect(await all()).toEqual(toEveryone(shown(false)));
    await foldAll(db);
    expect(await all()).toEqual(toEveryone(shown(false)));
  });

  test('IS-AC-11: administrators mark an issue as spam by a form, which hides it, and take that back', async ({
    send,
    build,
    world,
    call,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'rita' });
    const page = `/${project.fullPath}/-/issues/${issue.iid}`;
    const form = async (who: 'ada' | 'root', fields: Record<string, string>) => {
      const secret = `spam-${who}-${world.next()}`;
      await world.db
        .insertInto('sessions')
        .values({ idHash: sha256Of(secret), userId: world.userIds[who], expiresAt: new Date(Date.now() + 86_400_000) })
        .execute();
      return send({
        method: 'POST',
        url: `${page}/mark_as_spam`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `_gitlab_session=${secret}` },
        payload: new URLSearchParams({ authenticity_token: csrfTokenOf(secret), ...fields }).toString(),
      });
    };
    expect((await form('root', { authenticity_token: 'wrong' })).status).toBe(403);
    expect((await form('ada', {})).status).toBe(403);
    expect((await call('nobody', 'GET', `/projects/${project.id}/issues/${issue.iid}`)).status).toBe(200);
    const marked = await form('root', {});
    expect([marked.status, marked.headers['location']]).toEqual([303, page]);
    expect((await call('ada', 'GET', `/projects/${project.id}/issues/${issue.iid}`)).status).toBe(404);
    expect((await call('rita', 'GET', `/projects/${project.id}/issues/${issue.iid}`)).status).toBe(404);
    expect((await call('root', 'GET', `/projects/${project.id}/issues/${issue.iid}`)).status).toBe(200);
    expect((await form('root', { _method: 'delete' })).status).toBe(303);
    expect((await call('nobody', 'GET', `/projects/${project.id}/issues/${issue.iid}`)).status).toBe(200);
  });

  test('an item that is spam of a banned person stays hidden until both are taken back', async ({
    build,
    as,
    call,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'gwen' });
    const status = async () => (await call('ada', 'GET', `/projects/${project.id}/issues/${issue.iid}`)).status;
    await setSpam(as('root'), issue.id, true);
    await setBanned(as('root'), build.idOf('gwen'), true);
    await setSpam(as('root'), issue.id, false);
    expect(await status()).toBe(404);
    await setSpam(as('root'), issue.id, true);
    await setBanned(as('root'), build.idOf('gwen'), false);
    expect(await status()).toBe(404);
    await setSpam(as('root'), issue.id, false);
    expect(await status()).toBe(200);
  });
});
