import { expect } from 'vitest';
import type { Person } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import { isNotified, type NotificationEvent } from '@milepost/core/notifications/notifications';
import { recipientsAmong, recipientsOf } from './store.ts';

test('each group and project has a level, private to its person', async ({ call, build }) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const hidden = await build.project({ visibility: 'private' });
  for (const path of [`/groups/${group.id}`, `/projects/${encodeURIComponent(project.fullPath)}`]) {
    const settings = `${path}/notification_settings`;
    expect((await call('dana', 'GET', settings)).body).toEqual({ level: 'global' });
    for (const level of ['watch', 'participating', 'mention', 'disabled'])
      expect((await call('dana', 'PUT', settings, { level })).body).toEqual({ level });
    expect((await call('dana', 'GET', settings)).body).toEqual({ level: 'disabled' });
    expect((await call('gwen', 'GET', settings)).body).toEqual({ level: 'global' });
    expect((await call('dana', 'PUT', settings, { level: 'global' })).body).toEqual({ level: 'global' });
    const wrong = await call('dana', 'PUT', settings, { level: 'loud' });
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining('must be one of global')]);
    expect((await call('nobody', 'GET', settings)).status).toBe(401);
    expect((await call('nobody', 'PUT', settings, { level: 'watch' })).status).toBe(401);
  }
  expect((await call('otto', 'GET', `/projects/${hidden.id}/notification_settings`)).status).toBe(404);
  expect((await call('otto', 'PUT', `/projects/${hidden.id}/notification_settings`, { level: 'watch' })).status).toBe(
    404,
  );
  // The settings of groups and projects do not change the global level.
  expect((await call('dana', 'GET', '/notification_settings')).body).toMatchObject({ level: 'participating' });
});

test('the nearest level counts: of the project, else of the groups above it, else the one for everywhere', async ({
  call,
  build,
  db,
}) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const issue = await build.issue({ project, author: 'rita', assignees: ['gwen'] });
  const inGroup = (who: Person, level: string) =>
    call(who, 'PUT', `/groups/${group.id}/notification_settings`, { level });
  const inProject = (who: Person, level: string) =>
    call(who, 'PUT', `/projects/${project.id}/notification_settings`, { level });
  /** Whether this person is notified of an event in the issue, and of being mentioned there. */
  const received = async (who: Person) => {
    const id = build.idOf(who);
    const recipient = (await recipientsOf(db, issue)).find(({ userId }) => userId === id);
    const [called] = await recipientsAmong(db, issue, [id], 'mentioned');
    return [
      recipient?.reasons.some((reason) => isNotified(recipient.level, reason)) ?? false,
      called !== undefined && isNotified(called.level, 'mentioned'),
    ];
  };
  // Gwen participates, Dana does not; Otto is not a member of any namespace.
  expect([await received('gwen'), await received('dana'), await received('otto')]).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ]);
  await inGroup('dana', 'watch');
  await inGroup('otto', 'watch');
  await inGroup('gwen', 'mention');
  expect([await received('gwen'), await received('dana'), await received('otto')]).toEqual([
    [false, true],
    [true, true],
    [true, true],
  ]);
  await inProject('dana', 'disabled');
  await inProject('gwen', 'participating');
  expect([await received('gwen'), await received('dana')]).toEqual([
    [true, true],
    [false, false],
  ]);
  await inProject('dana', 'global');
  expect(await received('dana')).toEqual([true, true]);
  // The level of the group overrides the global one.
  await inGroup('dana', 'participating');
  await call('dana', 'PUT', '/notification_settings', { level: 'watch' });
  expect(await received('dana')).toEqual([false, true]);
  await inGroup('dana', 'global');
  expect(await received('dana')).toEqual([true, true]);
  await call('dana', 'PUT', '/notification_settings', { level: 'participating' });
});

test('custom: single events in addition to participation, globally and per namespace', async ({ call, build, db }) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const issue = await build.issue({ project, author: 'rita' });
  const settings = `/projects/${project.id}/notification_settings`;
  const chosen = await call<{ events: object }>('dana', 'PUT', settings, { level: 'custom', new_note: true });
  expect(chosen).toMatchObject({
    status: 200,
    body: { level: 'custom', events: { new_note: true, new_issue: false, close_issue: false, moved_project: false } },
  });
  // Unnamed events stay unchanged; without a level only the events change.
  const more = await call('dana', 'PUT', settings, { close_issue: true });
  expect(more.body).toMatchObject({ level: 'custom', events: { new_note: true, close_issue: true, new_issue: false } });
  expect((await call('dana', 'GET', settings)).body).toEqual(more.body);
  expect((await call('dana', 'PUT', settings, { level: 'custom', new_note: 'sometimes' })).status).toBe(400);

  const received = async (who: Person, event: NotificationEvent | null) => {
    const recipient = (await recipientsOf(db, issue, event)).find(({ userId }) => userId === build.idOf(who));
    return recipient?.reasons.some((reason) => isNotified(recipient.level, reason)) ?? false;
  };
  expect([
    await received('dana', 'new_note'),
    await received('dana', 'close_issue'),
    await received('dana', 'new_issue'),
  ]).toEqual([true, true, false]);
  // Participants are notified anyway.
  await call('rita', 'PUT', settings, { level: 'custom', close_issue: true });
  expect([await received('rita', 'close_issue'), await received('rita', 'new_note')]).toEqual([true, true]);
  // The project's setting overrides that of its watched group.
  await call('dana', 'PUT', `/groups/${group.id}/notification_settings`, { level: 'watch' });
  expect([await received('dana', 'new_note'), await received('dana', 'new_issue')]).toEqual([true, false]);
  await call('dana', 'PUT', settings, { level: 'global' });
  expect(await received('dana', 'new_issue')).toBe(true);
  expect((await call('dana', 'GET', settings)).body).toEqual({ level: 'global' });
  await call('dana', 'PUT', `/groups/${group.id}/notification_settings`, { level: 'global' });
  // The global level applies where they are members.
  const everywhere = await call('dana', 'PUT', '/notification_settings', { level: 'custom', new_issue: true });
  expect(everywhere.body).toMatchObject({ level: 'custom', events: { new_issue: true, new_note: false } });
  expect([await received('dana', 'new_issue'), await received('dana', 'new_note')]).toEqual([true, false]);
  await call('dana', 'PUT', '/notification_settings', { level: 'participating' });
  expect((await call('dana', 'GET', '/notification_settings')).body).not.toHaveProperty('events');
});

test('concurrently chosen events are all stored', async ({ call }) => {
  await call('mina', 'PUT', '/notification_settings', { level: 'custom' });
  const events = ['new_issue', 'new_epic', 'new_note', 'close_issue', 'reopen_issue', 'reassign_issue'];
  await Promise.all(events.map((event) => call('mina', 'PUT', '/notification_settings', { [event]: true })));
  const { body } = await call<{ events: Record<string, boolean> }>('mina', 'GET', '/notification_settings');
  expect(Object.keys(body.events).filter((event) => body.events[event])).toEqual(expect.arrayContaining(events));
  await call('mina', 'PUT', '/notification_settings', { level: 'participating' });
});
