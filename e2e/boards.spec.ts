import { expect, test } from '@playwright/test';
import { axeFindings } from './setup/axe.ts';
import { go, makeGroup, someone } from './setup/people.ts';

test('TM-BD-01, TM-BD-05, TM-BD-07, TM-BD-08, TM-BD-10, TM-BD-13, TM-BD-15, TM-BD-16, TM-BD-20, TM-BD-21: cards are moved by keyboard, by pointer and by menu, undone, created and folded', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 900 } });
  const group = await makeGroup(maren);
  const { id } = await maren.call<{ id: number }>('GET', `/groups/${encodeURIComponent(group)}`);
  const project = await maren.call<{ id: number }>('POST', '/projects', {
    name: 'Code',
    path: 'code',
    namespace_id: id,
  });
  const issues: { id: number; iid: number }[] = [];
  for (const title of ['First', 'Second', 'Third']) {
    issues.push(await maren.call('POST', `/projects/${project.id}/issues`, { title, weight: 2 }));
  }
  const { page } = maren;
  await page.goto(`/groups/${group}/-/boards`);
  const column = (name: string) => page.getByRole('group', { name, exact: true });
  const card = (title: string) => page.getByRole('article', { name: title, exact: true });
  await expect(column('To do').getByRole('article')).toHaveCount(3);
  expect(await axeFindings(page)).toEqual([]);
  // All cards are of the only project.
  await expect(card('First')).toHaveText(`First#${issues[0]?.iid}2`);

  // By keyboard: to the other column, and back by undo.
  await card('Second').focus();
  for (const key of ['Space', 'ArrowRight']) await page.keyboard.press(key);
  await expect(page.getByText('Moved to In progress, position 1 of 1', { exact: true })).toBeAttached();
  await page.keyboard.press('Space');
  await expect(column('In progress').getByRole('article', { name: 'Second' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(column('To do').getByRole('article')).toHaveText([/Third/, /Second/, /First/]);

  // Escape returns a lifted card.
  await card('Third').focus();
  for (const key of ['Space', 'ArrowDown', 'Escape']) await page.keyboard.press(key);
  await expect(column('To do').getByRole('article')).toHaveText([/Third/, /Second/, /First/]);

  // A new issue in the column of the focused card.
  await page.keyboard.press('c');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Fourth');
  await page.keyboard.press('Enter');
  await expect(column('To do').getByRole('article')).toHaveCount(4);
  await page.keyboard.press('Escape');

  // Somebody else moves a card.
  const [first] = issues;
  await maren.call('PUT', `/projects/${project.id}/issues/${first?.iid}`, { state_event: 'close' });
  await expect(column('Done').getByRole('article', { name: 'First' })).toBeVisible();

  await page.getByRole('button', { name: 'Fold Duplicate' }).click();
  await expect(page.getByRole('button', { name: 'Unfold Duplicate, 0 items' })).toBeVisible();
  await expect(page.getByText('4 of 4 issues shown')).toBeVisible();
  await expect(page.getByText('Weight 6, 2 done')).toBeVisible();

  // A refused move: the card is back at once, with the server's text.
  const moves = /\/api\/graphql/;
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(moves, async (route) => {
    const isMove = route.request().postData()?.includes('"toColumn"') === true;
    const refused = {
      data: { boardCardMove: { errors: ['Iteration must belong to a group above code'], issue: null } },
    };
    if (isMove) await answered;
    await (isMove ? route.fulfill({ json: refused }) : route.fallback());
  });
  await card('Second').focus();
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await expect(column('In progress').getByRole('article', { name: 'Second' })).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(page.getByText(/Iteration must belong to a group above code/)).toHaveCount(1);
  await expect(column('To do').getByRole('article', { name: 'Second' })).toBeVisible({ timeout: 300 });
  await page.unroute(moves);

  // By pointer, between two cards.
  const [from, to] = [await card('Fourth').boundingBox(), await card('Second').boundingBox()];
  if (!from || !to) throw new Error('The cards are not on screen');
  await page.mouse.move(from.x + 30, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + to.height - 6, { steps: 6 });
  await page.mouse.up();
  await expect(column('To do').getByRole('article')).toHaveText([/Third/, /Second/, /Fourth/]);

  // The board of an epic.
  const epic = await maren.call<{ iid: number }>('POST', `/groups/${id}/epics`, { title: 'Theme' });
  await maren.call('POST', `/groups/${id}/epics/${epic.iid}/issues/${first?.id}`);
  await go(page, `/groups/${group}/-/epics/${epic.iid}`);
  await page.getByRole('button', { name: 'Epic actions' }).click();
  await page.getByRole('menuitem', { name: 'Board' }).click();
  await expect(page.getByRole('article')).toHaveText([/First/]);
  await expect(page.getByText('1 of 1 issues shown')).toBeVisible();
  await go(page, `/groups/${group}/-/boards`);

  // On a phone: one column of 268 px, and the menu of each card, which names its project now that there are two.
  await maren.call('POST', '/projects', { name: 'Docs', path: 'docs', namespace_id: id });
  const phone = await someone(browser, 'maren', { viewport: { width: 390, height: 844 }, hasTouch: true });
  await phone.page.goto(`/groups/${group}/-/boards`);
  const narrow = phone.page.getByRole('group', { name: 'To do', exact: true });
  await expect(narrow.getByRole('article')).toHaveText([/Thirdcode#/, /Secondcode#/, /Fourthcode#/]);
  expect((await narrow.boundingBox())?.width).toBe(268);
  expect(await axeFindings(phone.page)).toEqual([]);
  await phone.page.getByRole('button', { name: 'Move Second to…' }).click();
  await phone.page.getByRole('menuitemradio', { name: 'Move to In progress' }).click();
  await expect(column('In progress').getByRole('article', { name: 'Second' })).toBeVisible();
});
