import { UnauthenticatedError, ValidationError } from '@milepost/core/errors';
import { describe, expect } from 'vitest';
import { titlesMatching } from '../../testing/filtering.ts';
import { test } from '../../testing/test.ts';
import { createNote } from '../notes/commands.ts';
import { findVisibleWorkItemById } from '../work-items/store.ts';
import { changeNotificationLevel, chooseSubscription, isSubscribedTo, ownNotificationLevel } from './commands.ts';
import { printLink, readLink } from './commands/links.ts';
import { subscriptionFilter } from './filter.ts';

describe('hearing of an item', () => {
  test('participants are notified unless they unsubscribe', async ({ as, build }) => {
    const issue = await build.issue({ author: 'ada', assignees: ['dana'] });
    await createNote(as('mina'), { workItemId: issue.id, body: 'For @rita' });
    const isNotified = async (name: Parameters<typeof as>[0]) => isSubscribedTo(as(name), issue);
    for (const name of ['ada', 'dana', 'mina', 'rita'] as const) expect(await isNotified(name)).toBe(true);
    for (const name of ['paul', 'gwen', 'nobody'] as const) expect(await isNotified(name)).toBe(false);
    expect(await chooseSubscription(as('ada'), issue, false)).toBe(true);
    expect(await chooseSubscription(as('ada'), issue, false)).toBe(false);
    expect(await isNotified('ada')).toBe(false);
    expect(await chooseSubscription(as('paul'), issue, true)).toBe(true);
    expect(await isNotified('paul')).toBe(true);
    await expect(chooseSubscription(as('nobody'), issue, true)).rejects.toThrow(UnauthenticatedError);
  });

  test('a list is filtered by explicit subscriptions', async ({ as, build }) => {
    const project = await build.project();
    const [yes, no, silent] = [
      await build.issue({ project, title: 'yes', author: 'dana' }),
      await build.issue({ project, title: 'no', author: 'dana' }),
      await build.issue({ project, title: 'silent', author: 'dana' }),
    ];
    await chooseSubscription(as('dana'), await findVisibleWorkItemById(as('dana'), yes.id), true);
    await chooseSubscription(as('dana'), await findVisibleWorkItemById(as('dana'), no.id), false);
    const items = [yes, no, silent];
    const found = (who: 'dana' | 'nobody', filter: Parameters<typeof titlesMatching>[2]) =>
      titlesMatching(as(who), subscriptionFilter, filter, items);
    expect(await found('dana', { is: { subscribed: 'EXPLICITLY_SUBSCRIBED' } })).toEqual(['yes']);
    expect(await found('dana', { is: { subscribed: 'EXPLICITLY_UNSUBSCRIBED' } })).toEqual(['no']);
    expect(await found('dana', { not: { subscribed: 'EXPLICITLY_SUBSCRIBED' } })).toEqual(['no', 'silent']);
    expect(await found('nobody', { is: { subscribed: 'EXPLICITLY_SUBSCRIBED' } })).toEqual([]);
  });

  test('there are five notification levels', async ({ as }) => {
    expect(await ownNotificationLevel(as('otto'))).toEqual({ level: 'participating', events: [] });
    await changeNotificationLevel(as('otto'), 'mention');
    expect(await ownNotificationLevel(as('otto'))).toEqual({ level: 'mention', events: [] });
    await expect(changeNotificationLevel(as('otto'), 'everything')).rejects.toThrow(ValidationError);
  });
});

test('an unsubscribe link is accepted only with its own signature, unchanged', async ({ build }) => {
  const link = { workItemId: (await build.issue()).id, userId: build.idOf('dana') };
  const token = printLink('secret one', link);
  expect(readLink('secret one', token)).toEqual(link);
  expect(readLink('secret two', token)).toBeNull();
  expect(readLink('secret one', `2${token}`)).toBeNull();
  expect(readLink('secret one', token.slice(0, -1))).toBeNull();
  expect(readLink('secret one', '')).toBeNull();
});
