import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { createNote } from '../notes/commands.ts';
import { addressOfLink } from './commands/links.ts';
import { recipientsOf } from './store.ts';

describe('subscriptions over REST', () => {
  test('IS-SB-11, EP-SB-15: subscribing and unsubscribing return the item, and 304 without a change', async ({
    build,
    call,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const issue = await build.issue({ project: await build.project({ group }), author: 'ada' });
    const epic = await build.epic({ group, author: 'ada' });
    for (const path of [
      `/projects/${issue.namespaceId}/issues/${issue.iid}`,
      `/groups/${group.id}/epics/${epic.iid}`,
    ]) {
      const steps = [];
      for (const verb of ['subscribe', 'subscribe', 'unsubscribe', 'unsubscribe']) {
        const { status, body } = await call('otto', 'POST', `${path}/${verb}`);
        steps.push([status, body?.['subscribed']]);
      }
      expect(steps).toEqual([
        [201, true],
        [304, undefined],
        [201, false],
        [304, undefined],
      ]);
      expect((await call('ada', 'GET', path)).body['subscribed']).toBe(true);
      expect((await call('otto', 'GET', path)).body['subscribed']).toBe(false);
      expect((await call('nobody', 'POST', `${path}/subscribe`)).status).toBe(401);
    }
  });

  test('the notification level is read and changed', async ({ call }) => {
    expect((await call('gwen', 'GET', '/notification_settings')).body).toEqual({
      level: 'participating',
      notification_email: 'gwen@milepost.test',
      namespaces: [],
    });
    expect((await call('gwen', 'PUT', '/notification_settings', { level: 'watch' })).body['level']).toBe('watch');
    expect((await call('gwen', 'PUT', '/notification_settings', { level: 'all' })).status).toBe(400);
    await call('gwen', 'PUT', '/notification_settings', { level: 'participating' });
    expect((await call('nobody', 'GET', '/notification_settings')).status).toBe(401);
  });
});

test('IS-SB-11, EP-SB-15: subscriptions over GraphQL, keyed by path and iid', async ({ build, ask }) => {
  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group });
  const issue = await build.issue({ project, author: 'ada' });
  const epic = await build.epic({ group, author: 'ada' });
  const onIssue = `mutation($path: ID!, $iid: String!, $on: Boolean!) {
    issueSetSubscription(input: { projectPath: $path, iid: $iid, subscribedState: $on }) { issue { subscribed } errors } }`;
  const variables = { path: project.fullPath, iid: String(issue.iid), on: true };
  expect((await ask('dana', onIssue, variables)).data).toEqual({
    issueSetSubscription: { issue: { subscribed: true }, errors: [] },
  });
  expect((await ask('otto', onIssue, variables)).errors).toHaveLength(1);
  const onEpic = `mutation($path: ID!, $iid: ID!, $on: Boolean!) {
    epicSetSubscription(input: { groupPath: $path, iid: $iid, subscribedState: $on }) { epic { subscribed } errors } }`;
  expect((await ask('ada', onEpic, { path: group.fullPath, iid: epic.iid, on: false })).data).toEqual({
    epicSetSubscription: { epic: { subscribed: false }, errors: [] },
  });
  const onItem = `mutation($id: WorkItemID!) { workItemSubscribe(input: { id: $id, subscribed: true }) {
    workItem { widgets(onlyTypes: [NOTIFICATIONS]) { ... on WorkItemWidgetNotifications { subscribed } } } errors } }`;
  expect((await ask('ada', onItem, { id: `gid://gitlab/WorkItem/${epic.id}` })).data).toEqual({
    workItemSubscribe: { workItem: { widgets: [{ subscribed: true }] }, errors: [] },
  });
});

describe('the link at the foot of a message', () => {
  test('opening it changes nothing, its form unsubscribes with one click, signed out', async ({
    as,
    build,
    db,
    send,
    services,
  }) => {
    const issue = await build.issue({ title: 'Hidden', author: 'ada', assignees: ['dana'] });
    const address = addressOfLink('', services.secret, { workItemId: issue.id, userId: build.idOf('dana') });
    const recipients = async () => (await recipientsOf(db, issue)).map(({ userId }) => userId);
    const shown = await send({ method: 'GET', url: address });
    expect([shown.status, String(shown.headers['content-type'])]).toEqual([200, 'text/html; charset=utf-8']);
    expect(shown.body).toContain(`Unsubscribe from ${issue.namespacePath}#${issue.iid}?`);
    expect(shown.body).not.toContain('Hidden');
    expect(await recipients()).toContain(build.idOf('dana'));
    const done = await send({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(done.status).toBe(200);
    expect(done.body).toContain('You have unsubscribed');
    expect(await recipients()).not.toContain(build.idOf('dana'));
    await createNote(as('dana'), { workItemId: issue.id, body: 'Even so' });
    expect(await recipients()).not.toContain(build.idOf('dana'));
  });

  test('mail programs send it as a form of parts, too', async ({ build, send, services, db }) => {
    const issue = await build.issue({ author: 'mina' });
    const address = addressOfLink('', services.secret, { workItemId: issue.id, userId: build.idOf('mina') });
    const boundary = 'x';
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect((await send({ method: 'POST', url: address, headers, payload })).status).toBe(200);
    expect(await recipientsOf(db, issue)).toEqual([]);
  });

  test('another than we sent is not known', async ({ build, send, services, db }) => {
    const issue = await build.issue({ author: 'rita' });
    const address = addressOfLink('', services.secret, { workItemId: issue.id, userId: build.idOf('rita') });
    for (const wrong of [`${address}x`, address.replace('unsubscribe/', 'unsubscribe/1'), '/-/unsubscribe/hello']) {
      expect((await send({ method: 'GET', url: wrong })).status).toBe(404);
      expect((await send({ method: 'POST', url: wrong })).status).toBe(404);
    }
    expect(await recipientsOf(db, issue)).toHaveLength(1);
  });
});

test('IS-SB-11: workItemBulkUpdate subscribes to items that the viewer may read, without changing them', async ({
  build,
  ask,
  call,
}) => {
  const project = await build.project({ group: await build.group({ visibility: 'public' }) });
  const [one, other] = [await build.issue({ project }), await build.issue({ project })];
  const hidden = await build.issue({ project, author: 'ada', confidential: true });
  const at = `/projects/${project.id}/issues/${one.iid}`;
  const { body: before } = await call('otto', 'GET', at);
  const send = async (who: 'otto' | 'nobody', fields: object) => {
    const ids = [one, other, hidden].map(({ id }) => `gid://gitlab/WorkItem/${id}`);
    const { data, errors } = await ask<{
      workItemBulkUpdate: { updatedWorkItemCount: number; refused: { reasons: string[] }[]; errors: string[] } | null;
    }>(
      who,
      `mutation ($input: WorkItemBulkUpdateInput!) {
        workItemBulkUpdate(input: $input) { updatedWorkItemCount refused { reasons } errors } }`,
      { input: { ids, ...fields } },
    );
    return data.workItemBulkUpdate ?? errors?.length;
  };
  const isSubscribed = async () => (await call('otto', 'GET', at)).body['subscribed'];
  const refused = [{ reasons: [expect.stringContaining('not found')] }];
  const done = { updatedWorkItemCount: 2, refused, errors: [] };
  expect(await send('otto', { subscriptionEvent: 'SUBSCRIBE' })).toEqual(done);
  expect(await isSubscribed()).toBe(true);
  expect(await send('otto', { subscriptionEvent: 'SUBSCRIBE' })).toEqual({ ...done, updatedWorkItemCount: 0 });
  expect((await call('otto', 'GET', at)).body).toEqual({ ...before, subscribed: true });
  // With a change that the viewer may not make, the item stays as it was.
  expect(await send('otto', { subscriptionEvent: 'UNSUBSCRIBE', confidential: true })).toMatchObject({
    updatedWorkItemCount: 0,
  });
  expect(await isSubscribed()).toBe(true);
  expect(await send('otto', { subscriptionEvent: 'UNSUBSCRIBE' })).toEqual(done);
  expect(await isSubscribed()).toBe(false);
  expect(await send('nobody', { subscriptionEvent: 'SUBSCRIBE' })).toBe(1);
});
