import { expect, test } from '@playwright/test';
import { expectSoundOnScreens } from './setup/axe.ts';
import { go, makeGroup, someone, wide } from './setup/people.ts';

const result = (ruleId: string, text: string, level: string, line: number) => ({
  ruleId,
  level,
  message: { text },
  locations: [
    { physicalLocation: { artifactLocation: { uri: 'src/cart.js' }, region: { startLine: line, snippet: { text } } } },
  ],
});

const report = {
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Checker', rules: [{ id: 'no-eval', helpUri: 'https://example.com/no-eval' }] } },
      results: [
        result('no-eval', 'eval is dangerous', 'error', 4),
        result('no-var', 'Unexpected var', 'note', 9),
        result(
          'hostile',
          '<img src=x onerror="document.title=1"> [click](javascript:alert(1)) **bold**\n/close\n```\n@maren',
          'warning',
          12,
        ),
      ],
    },
  ],
};

test('DL-VU-13, DL-VU-15, DL-VU-16, DL-VU-18: findings are sent, filtered, changed together with undo, and become an issue, on wide screens and phones', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const { id } = await maren.call<{ id: number }>('GET', `/groups/${encodeURIComponent(group)}`);
  const namespace = { name: 'Code', path: 'code', namespace_id: id };
  const project = await maren.call<{ id: number; path_with_namespace: string }>('POST', '/projects', namespace);
  const { page } = maren;
  const list = `/${project.path_with_namespace}/-/vulnerabilities`;
  const rows = page.getByRole('list', { name: 'Vulnerabilities' }).getByRole('listitem');

  // Without a report: how to send the first one.
  await page.goto(`/groups/${group}/-/vulnerabilities`);
  await expect(page.getByRole('heading', { name: 'Send the first report' })).toBeVisible();
  await go(page, list);
  await expect(page.getByText('--data-binary @report.sarif')).toBeVisible();
  await expectSoundOnScreens(page);
  await page.getByLabel('Upload report').setInputFiles({
    name: 'report.sarif',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(report)),
  });
  await expect(page.getByText('3 new, 0 updated, 0 unchanged, 0 no longer detected')).toBeVisible();

  // Counts per severity, of the project and of the group.
  for (const address of [`/groups/${group}/-/vulnerabilities`, list]) {
    await page.goto(address);
    await expect(rows).toHaveCount(3);
    for (const name of ['High 1', 'Medium 1', 'Low 1', 'Critical 0']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'High 1', exact: true }).click();
    await expect(rows).toHaveText([/eval is dangerous/]);
    await expect(page).toHaveURL(/severity=high/);

    // The filter bar; what matches nothing offers to clear.
    const bar = page.getByRole('combobox', { name: 'Search vulnerabilities' });
    await bar.fill('nowhere');
    await bar.press('Enter');
    await expect(page.getByText('No vulnerability matches the filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rows).toHaveCount(3);
    await expectSoundOnScreens(page);

    // Bulk change with undo.
    await page.getByRole('checkbox', { name: 'Select eval is dangerous' }).check();
    await page.getByRole('checkbox', { name: 'Select Unexpected var' }).check();
    const bulk = page.getByRole('region', { name: 'Bulk change' });
    await bulk.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText('2 vulnerabilities changed')).toBeVisible();
    await expect(rows.filter({ hasText: 'Confirmed' })).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows.filter({ hasText: 'Detected' })).toHaveCount(3);
  }

  // Texts of the report are text.
  await page.getByRole('link', { name: /onerror/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=');
  await expect(page.getByText('[click](javascript:alert(1))').first()).toBeVisible();
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.locator('a[href^="javascript:"], a[href^="data:"]').count()).toBe(0);
  await expect(page).not.toHaveTitle('1');
  await expectSoundOnScreens(page);

  // It becomes a confidential issue.
  await page.getByRole('link', { name: 'Create issue' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(/^Investigate vulnerability: <img/);
  await expect(page.getByRole('checkbox', { name: /Confidential/ })).toBeChecked();
  const description = page.getByRole('textbox', { name: 'Description' });
  for (const text of ['**bold**', 'Severity:** Medium', 'src/cart.js:12', 'hostile']) {
    await expect(description).toHaveValue(new RegExp(text.replaceAll('*', String.raw`\*`)));
  }
  await page.getByRole('button', { name: 'Create issue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Investigate vulnerability');
  await expect(page.getByRole('heading', { name: 'Related vulnerabilities' })).toBeVisible();
  const related = page.getByRole('list', { name: 'Related vulnerabilities' }).getByRole('listitem');
  await expect(related).toHaveText([/Medium.*Detected/s]);
  expect(await page.locator('main img[src="x"], main a[href^="javascript:"]').count()).toBe(0);
  const [issue] = await maren.call<{ iid: number; state: string; confidential: boolean }[]>(
    'GET',
    `/projects/${project.id}/issues`,
  );
  expect(issue).toMatchObject({ state: 'opened', confidential: true });
  await related.getByRole('link').click();
  await expect(page.getByText('Created from this vulnerability')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create issue' })).toBeHidden();

  // Dismissed with a reason, which the history keeps.
  await page.getByRole('main').getByRole('button', { name: 'Dismiss', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').selectOption({ label: 'False positive' });
  await dialog.getByLabel('Comment').fill('It is a test.');
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
  const history = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(history).toHaveText([/Detected → Dismissed.*False positive.*It is a test\./s]);
  await expectSoundOnScreens(page);

  // Others do not see that there is any.
  const issuePath = `/${project.path_with_namespace}/-/issues/${issue?.iid}`;
  await maren.call('PUT', `/projects/${project.id}/issues/${issue?.iid}`, { confidential: false });
  const [kofi] = await maren.call<{ id: number }[]>('GET', '/users?username=kofi');
  await maren.call('POST', `/groups/${id}/members`, { user_id: kofi?.id, access_level: 20 });
  const reporter = await someone(browser, 'kofi', wide);
  await reporter.page.goto(issuePath);
  await expect(reporter.page.getByRole('heading', { level: 1 })).toContainText('Investigate vulnerability');
  await expect(reporter.page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await expect(reporter.page.getByText('Related vulnerabilities')).toHaveCount(0);
  await reporter.page.goto(list);
  await expect(reporter.page.getByRole('heading', { name: /not found|don't have access/i })).toBeVisible();
});
