import { expect } from 'vitest';
import { castNames, type CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import { setBanned, setBlocked } from '../users/commands/accounts.ts';

const page = `query ($username: String!) {
  user(username: $username) {
    state
    groupMemberships { nodes { accessLevel { integerValue } group { fullPath } } }
    projectMemberships { nodes { project { fullPath } } }
  }
  authored: issues(authorUsername: $username, sort: CREATED_DESC) { nodes { title } }
  assigned: issues(assigneeUsernames: [$username], sort: CREATED_DESC) { nodes { title } }
}`;

interface Seen {
  user: {
    state: string;
    groupMemberships: { nodes: { accessLevel: { integerValue: number }; group: { fullPath: string } }[] };
    projectMemberships: { nodes: { project: { fullPath: string } }[] };
  } | null;
  authored: { nodes: { title: string }[] };
  assigned: { nodes: { title: string }[] };
}

test('the page of a person contains what each viewer may see, and no more', async ({ ask, build, as, world }) => {
  const groups = await Promise.all(
    (['public', 'internal', 'private'] as const).map(async (visibility) => {
      const group = await build.group({ visibility });
      const project = await build.project({ group, visibility });
      await build.issue({ project, author: 'rita', title: `${visibility} of hers` });
      await build.issue({ project, author: 'ada', assignees: ['rita'], title: `${visibility} for her` });
      return { visibility, group, project };
    }),
  );
  const open = groups[0];
  if (!open) throw new Error('There is no group');
  await build.issue({ project: open.project, author: 'ada', assignees: ['rita'], title: 'secret', confidential: true });
  const known = new Set(groups.map(({ group }) => group.fullPath));

  const sees = async (who: CastName) => {
    const { data } = await ask<Seen>(who, page, { username: 'rita' });
    const titles = ({ nodes }: Seen['authored']) => nodes.map(({ title }) => title).toSorted();
    return {
      isThere: data.user !== null,
      groups: (data.user?.groupMemberships.nodes ?? []).filter(({ group }) => known.has(group.fullPath)).length,
      authored: titles(data.authored),
      assigned: titles(data.assigned),
    };
  };
  const upTo = (count: number, more: readonly string[] = []) => ({
    isThere: true,
    groups: count,
    authored: ['internal of hers', 'private of hers', 'public of hers'].filter((title) =>
      groups.slice(0, count).some(({ visibility }) => title.startsWith(visibility)),
    ),
    assigned: [
      ...['internal for her', 'private for her', 'public for her'].filter((title) =>
        groups.slice(0, count).some(({ visibility }) => title.startsWith(visibility)),
      ),
      ...more,
    ],
  });
  const table: Record<CastName, object> = {
    nobody: upTo(1),
    otto: upTo(2),
    gwen: upTo(3),
    paul: upTo(3, ['secret']),
    // She is assigned.
    rita: upTo(3, ['secret']),
    dana: upTo(3, ['secret']),
    mina: upTo(3, ['secret']),
    ada: upTo(3, ['secret']),
    root: upTo(3, ['secret']),
  };
  for (const who of castNames) expect({ who, ...(await sees(who)) }).toEqual({ who, ...table[who] });

  // The page of a blocked person shows that state; that of a banned person is visible to administrators only.
  await setBlocked(as('root'), world.userIds.rita, true);
  expect(await sees('gwen')).toEqual(upTo(3));
  const { data: blocked } = await ask<Seen>('gwen', page, { username: 'rita' });
  expect(blocked.user?.state).toBe('blocked');
  await setBlocked(as('root'), world.userIds.rita, false);
  await setBanned(as('root'), world.userIds.rita, true);
  expect(await sees('ada')).toMatchObject({ isThere: false, groups: 0, authored: [] });
  expect(await sees('nobody')).toMatchObject({ isThere: false, groups: 0, authored: [] });
  expect(await sees('root')).toMatchObject({ isThere: true, groups: 3 });
  await setBanned(as('root'), world.userIds.rita, false);
});

test('issues of anywhere have to be narrowed by something', async ({ ask }) => {
  const { errors } = await ask('ada', '{ issues { nodes { id } } }');
  expect(errors?.[0]?.message).toContain('At least one filter must be provided');
});

test('issues are filtered by the viewer’s subscriptions', async ({ ask, build }) => {
  const project = await build.project({ visibility: 'public' });
  const [wanted, unwanted] = [await build.issue({ project }), await build.issue({ project })];
  await build.issue({ project, author: 'gwen' });
  const choose = `mutation ($path: ID!, $iid: String!, $state: Boolean!) {
    issueSetSubscription(input: { projectPath: $path, iid: $iid, subscribedState: $state }) { errors }
  }`;
  for (const [issue, state] of [
    [wanted, true],
    [unwanted, false],
  ] as const)
    await ask('gwen', choose, { path: project.fullPath, iid: `${issue.iid}`, state });
  const listed = `query ($path: ID!, $subscribed: SubscriptionStatus) {
    project(fullPath: $path) { issues(subscribed: $subscribed) { nodes { iid } } workItems(subscribed: $subscribed) { nodes { iid } } }
  }`;
  const list = async (who: CastName, subscribed: string) => {
    const { data } = await ask<{ project: Record<'issues' | 'workItems', { nodes: { iid: string }[] }> }>(who, listed, {
      path: project.fullPath,
      subscribed,
    });
    return [data.project.issues, data.project.workItems].map(({ nodes }) => nodes.map(({ iid }) => Number(iid)));
  };
  expect(await list('gwen', 'EXPLICITLY_SUBSCRIBED')).toEqual([[wanted.iid], [wanted.iid]]);
  expect(await list('gwen', 'EXPLICITLY_UNSUBSCRIBED')).toEqual([[unwanted.iid], [unwanted.iid]]);
  expect(await list('paul', 'EXPLICITLY_SUBSCRIBED')).toEqual([[], []]);
  expect(await list('nobody', 'EXPLICITLY_UNSUBSCRIBED')).toEqual([[], []]);
});

test('a person and a top-level group cannot have the same name, whichever comes first', async ({ call, build }) => {
  const group = await build.group({ visibility: 'public' });
  const person = (username: string) => ({
    username,
    name: 'Somebody',
    email: `${username.toLowerCase()}@example.com`,
    password: 'a very long sentence 42',
  });
  const taken = await call('root', 'POST', '/users', person(group.path.toUpperCase()));
  expect([taken.status, JSON.stringify(taken.body)]).toEqual([400, expect.stringContaining('already been taken')]);

  const made = await call<{ id: number }>('root', 'POST', '/users', person('wharf'));
  expect(made.status).toBe(201);
  const groupAt = (path: string, more: object = {}) => call('ada', 'POST', '/groups', { name: 'Wharf', path, ...more });
  const refused = await groupAt('Wharf');
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('already been taken')]);
  // As a subgroup the name is allowed: it is not at a user's path.
  expect((await groupAt('wharf', { parent_id: group.id })).status).toBe(201);
  // A former username stays reserved for its person, until the account is deleted.
  expect((await call('root', 'PUT', `/users/${made.body.id}`, { username: 'quay' })).status).toBe(200);
  expect((await groupAt('wharf')).status).toBe(400);
  expect((await call('root', 'PUT', `/users/${made.body.id}`, { username: 'wharf' })).status).toBe(200);
  expect((await call('root', 'DELETE', `/users/${made.body.id}`)).status).toBe(204);
  expect((await groupAt('wharf')).status).toBe(201);
});
