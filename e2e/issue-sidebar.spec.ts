import { expect, test, type Locator, type Page } from '@playwright/test';
import { chooseAction, openIssue, openPart, part, savedIssue } from './setup/issue.ts';
import { persistedOperations } from './setup/operations.ts';
import { makeIssue } from './setup/people.ts';

const option = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name });

test('every part of the sidebar is changed in place, and errors are shown', async ({ browser }) => {
  const { maren, page, issue, groupPath } = await openIssue(browser);
  const group = encodeURIComponent(groupPath);

  await test.step('several assignees and labels are saved when the selector closes; of one scope only the last is kept', async () => {
    for (const name of ['bug', 'stage::alpha', 'stage::beta']) {
      await maren.call('POST', `/groups/${group}/labels`, { name, color: '#217645' });
    }
    await openPart(page, 'Assignees');
    await option(page, /Maren Holt/).click();
    await page.keyboard.press('Escape');
    await expect(part(page, 'Assignees')).toContainText('Maren Holt');
    await expect(page.getByRole('button', { name: 'Edit Assignees' })).toBeFocused();
    await openPart(page, 'Labels');
    await option(page, 'bug').click();
    await page.getByRole('combobox', { name: 'Search' }).fill('stage');
    await expect(option(page, 'bug')).toBeHidden();
    await option(page, 'stage::alpha').click();
    await option(page, 'stage::beta').click();
    await expect(option(page, 'stage::alpha')).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('Escape');
    await expect(part(page, 'Labels')).toContainText('bug');
    await expect.poll(async () => (await savedIssue(maren, issue))['labels']).toEqual(['bug', 'stage::beta']);
    await expect.poll(() => savedIssue(maren, issue)).toMatchObject({ assignees: [{ name: 'Maren Holt' }] });
  });

  await test.step('IS-SB-10 and GQ-IS-08: a label is created in the selector', async () => {
    await openPart(page, 'Labels');
    await page.getByRole('combobox', { name: 'Search' }).fill('moat');
    await page.getByRole('button', { name: 'Create label “moat”' }).click();
    const view = page.getByRole('dialog', { name: 'Create label' });
    await expect(view.getByLabel('Name')).toHaveValue('moat');
    await expect(page.getByRole('dialog', { name: 'Select labels' })).toBeHidden();
    await view.getByRole('group', { name: 'Suggested colors' }).getByRole('button', { name: 'Teal' }).click();
    await view.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(option(page, 'moat')).toHaveAttribute('aria-selected', 'true');
    await expect(view).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(part(page, 'Labels')).toContainText('moat');
    await expect.poll(async () => (await savedIssue(maren, issue))['labels']).toContain('moat');
  });

  await test.step('IS-SB-04, IS-SB-05 and IS-SB-06: health is a colored badge, chosen and cleared', async () => {
    const health = part(page, 'Health status');
    await expect(health).toContainText('No status');
    for (const [name, tone, value] of [
      ['On track', 'success', 'on_track'],
      ['Needs attention', 'warning', 'needs_attention'],
      ['At risk', 'danger', 'at_risk'],
    ] as const) {
      await openPart(page, 'Health status');
      await expect(page.getByRole('listbox', { name: 'Select health status' })).toBeVisible();
      await option(page, name).click();
      await expect(health.getByText(name)).toBeVisible();
      await expect(health.locator(`[data-tone=${tone}]`)).toBeVisible();
      await expect.poll(async () => (await savedIssue(maren, issue))['health_status']).toBe(value);
    }
    await openPart(page, 'Health status');
    await option(page, 'No status').click();
    await expect.poll(async () => (await savedIssue(maren, issue))['health_status']).toBeNull();
  });

  await test.step('IS-SB-07 and IS-SB-08: iterations are grouped by cadence title, sorted case-insensitively', async () => {
    for (const title of ['beta', 'Alpha', 'Gamma']) {
      const { iterationCadenceCreate } = await maren.ask<{
        iterationCadenceCreate: { iterationCadence: { id: string } };
      }>(
        `mutation ($input: IterationCadenceCreateInput!) {
          iterationCadenceCreate(input: $input) { errors iterationCadence { id } }
        }`,
        { input: { groupPath, title, active: true, automatic: false } },
      );
      const { createIteration } = await maren.ask<{ createIteration: { errors: string[] } }>(
        'mutation ($input: CreateIterationInput!) { createIteration(input: $input) { errors } }',
        {
          input: {
            groupPath,
            title: `${title} one`,
            startDate: '2030-01-01',
            dueDate: '2030-01-14',
            iterationsCadenceId: iterationCadenceCreate.iterationCadence.id,
          },
        },
      );
      expect(createIteration.errors).toEqual([]);
    }
    await openPart(page, 'Iteration');
    await expect(page.getByRole('option')).toHaveText(['No iteration', 'Alpha one', 'beta one', 'Gamma one']);
    await expect(page.getByRole('dialog').getByRole('presentation')).toHaveText(['Alpha', 'beta', 'Gamma']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(part(page, 'Iteration')).toContainText('beta one');
  });

  await test.step('milestone, epic, weight and due date', async () => {
    await maren.call('POST', `/groups/${group}/milestones`, { title: '1.0', due_date: '2030-02-01' });
    await maren.call('POST', `/groups/${group}/epics`, { title: 'Castle' });
    await openPart(page, 'Milestone');
    await option(page, /1\.0/).click();
    await expect(part(page, 'Milestone').getByRole('link', { name: '1.0' })).toBeVisible();
    await openPart(page, 'Epic');
    await option(page, /Castle/).click();
    await expect(part(page, 'Epic').getByRole('link', { name: 'Castle' })).toBeVisible();
    await openPart(page, 'Weight');
    await page.getByRole('textbox', { name: 'Weight' }).fill('x');
    await page.keyboard.press('Enter');
    await expect(part(page, 'Weight')).toContainText('Must be a whole number, 0 or more');
    await page.getByRole('textbox', { name: 'Weight' }).fill('5');
    await page.keyboard.press('Enter');
    await expect(part(page, 'Weight')).toContainText('5');
    await openPart(page, 'Due date');
    await expect(page.getByRole('dialog', { name: 'Choose date' })).toBeVisible();
    await part(page, 'Due date').getByRole('textbox').fill('2030-03-04');
    await part(page, 'Due date').getByRole('button', { name: 'Save' }).click();
    await expect(part(page, 'Due date')).toContainText('Mar 4, 2030');
    await expect
      .poll(() => savedIssue(maren, issue))
      .toMatchObject({ weight: 5, due_date: '2030-03-04', milestone: { title: '1.0' }, epic: { title: 'Castle' } });
  });

  await test.step('time is estimated, logged with a summary, and removed again', async () => {
    const time = part(page, 'Time tracking');
    await openPart(page, 'Time tracking');
    await time.getByLabel('Estimate').fill('1d 4h');
    await page.keyboard.press('Enter');
    await expect(time).toContainText('Estimate 1d 4h');
    await time.getByRole('button', { name: 'Log time' }).click();
    const report = page.getByRole('dialog', { name: 'Time spent' });
    await report.getByLabel('Time', { exact: true }).fill('6h');
    await report.getByLabel('Summary').fill('Digging the moat');
    await report.getByRole('button', { name: 'Log time' }).click();
    await expect(report.getByText('Digging the moat')).toBeVisible();
    await report.getByRole('button', { name: 'Close' }).last().click();
    await expect(time).toContainText('Spent 6h');
    await expect(time.getByRole('progressbar', { name: '6h spent of 1d 4h' })).toBeVisible();
    await expect(page.getByText('added 6h of time spent')).toBeVisible();
    await time.getByRole('button', { name: 'Time report' }).click();
    await report.getByRole('button', { name: /^Delete 6h/ }).click();
    await expect(report.getByText('No time logged yet.')).toBeVisible();
    await report.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('ER-IS-01, ER-IS-02, ER-IS-12, ER-IS-13 and ER-IS-17: a change that fails is reverted with its reason', async () => {
    const operations = persistedOperations();
    const fail = async (operation: string, answer: object): Promise<void> => {
      await page.route('**/api/graphql', (route) => {
        const { query } = route.request().postDataJSON() as { query: string };
        return operations[operation] === query ? route.fulfill({ json: answer }) : route.fallback();
      });
    };
    const broken = { errors: [{ message: 'broken' }] };
    const alert = page.getByRole('alert');
    await fail('setIssueState', broken);
    await page.getByRole('button', { name: 'Close issue' }).click();
    await expect(alert).toHaveText('Error occurred while updating the issue status');
    await fail('promoteToEpic', broken);
    await chooseAction(page, 'Promote to epic');
    await expect(alert).toHaveText('Something went wrong while promoting the issue to an epic. Please try again.');
    await fail('setIssueConfidentiality', broken);
    await chooseAction(page, 'Turn on confidentiality');
    await expect(alert).toHaveText('Something went wrong while setting issue confidentiality.');
    await fail('setIssueConfidentiality', {
      data: { issueSetConfidential: { errors: ['Not today'], issue: null } },
    });
    await chooseAction(page, 'Turn on confidentiality');
    await expect(alert).toHaveText('Not today');
    await fail('updateItemField', broken);
    await openPart(page, 'Health status');
    await option(page, 'At risk').click();
    await expect(alert.last()).toHaveText('Something went wrong while setting issue health status.');
    await page.unrouteAll();
    await page.route('**/api/graphql', (route) => route.fulfill({ status: 500, body: '{"message":"broken"}' }));
    await openPart(page, 'Milestone');
    await option(page, 'No milestone').click();
    await expect(part(page, 'Milestone').getByRole('alert')).toContainText('Could not save. Try again.');
    await expect(part(page, 'Milestone').getByRole('link', { name: '1.0' })).toBeVisible();
  });
});

test('LK-FM-06, LK-FM-13 and LK-FM-14: items are linked by reference and by title, and tasks are added, closed and removed; Undo restores both', async ({
  browser,
}) => {
  const { maren, page, projectPath, issue } = await openIssue(browser);
  const moat = await makeIssue(maren, projectPath, { title: 'Moat' });
  const tower = await makeIssue(maren, projectPath, { title: 'Tower of the north' });
  await page.getByRole('button', { name: 'Link items' }).click();
  const form = page.getByRole('form', { name: 'Link items' });
  const input = form.getByRole('combobox');
  const add = form.getByRole('button', { name: 'Add', exact: true });
  await expect(add).toBeDisabled();
  await form.getByRole('radio', { name: 'is blocked by' }).check();
  await input.fill('tower of');
  await form.getByRole('option', { name: /Tower of the north/ }).click();
  await input.pressSequentially(`#${moat.iid} #4711`);
  await add.click();
  await expect(form.getByRole('alert')).toContainText('No matching item found: #4711');
  await expect(input).toHaveValue('#4711');
  await input.fill('');
  await add.click();
  const linked = page.getByRole('region', { name: 'Linked items' });
  await expect(linked.getByRole('heading', { name: 'Is blocked by' })).toBeVisible();
  await expect(linked.getByRole('link', { name: 'Tower of the north' })).toBeVisible();
  await linked.getByRole('button', { name: 'Remove the link to Moat' }).click();
  await expect(linked.getByRole('link', { name: 'Moat' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(linked.getByRole('link', { name: 'Moat' })).toBeVisible();

  const section = page.getByRole('region', { name: 'Child items' });
  await section.getByRole('button', { name: 'Add task' }).click();
  const title = section.getByRole('textbox', { name: 'Title' });
  for (const each of ['Dig', 'Fill']) {
    await expect(title).toHaveValue('');
    await title.fill(each);
    await title.press('Enter');
    await expect(section.getByRole('link', { name: each })).toBeVisible();
  }
  await expect(title).toBeFocused();
  await section.getByRole('button', { name: 'Close Dig' }).click();
  await expect(section.getByText('1 of 2 done')).toBeVisible();
  const tasks = `/projects/${encodeURIComponent(projectPath)}/issues`;
  const taskOf = async (name: string) =>
    (await maren.call<{ title: string; iid: number; state: string }[]>('GET', `${tasks}?issue_type=task`)).find(
      (each) => each.title === name,
    );
  await expect.poll(() => taskOf('Dig')).toMatchObject({ state: 'closed' });
  await section.getByRole('button', { name: 'Remove Fill' }).click();
  await expect(section.getByText('1 of 1 done')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(section.getByText('1 of 2 done')).toBeVisible();

  // Changes of a task on another page show up here.
  await maren.call('PUT', `${tasks}/${(await taskOf('Fill'))?.iid}`, { title: 'Fill again' });
  await section.getByRole('link', { name: 'Fill again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fill again' })).toBeVisible();
  await expect(section).toBeHidden();

  await page.goto(tower.webPath);
  await expect(linked.getByRole('heading', { name: 'Blocks' })).toBeVisible();
  await expect(linked.getByRole('link', { name: 'Walls' })).toHaveAttribute('href', issue.webPath);
});
