import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectSoundOnScreens } from './setup/axe.ts';
import { makeCode, type Code } from './setup/code.ts';
import { go, makeIssue, phone, someone, tablet, wide, type Someone } from './setup/people.ts';

interface Made {
  iid: number;
  merge_commit_sha: string | null;
}

const open = (who: Someone, code: Code, source: string, fields: object = {}): Promise<Made> =>
  who.call('POST', `${code.project}/merge_requests`, {
    source_branch: source,
    target_branch: 'main',
    title: `Change ${source}`,
    ...fields,
  });

const pageOf = (code: Code, { iid }: { iid: number }): string => `/${code.fullPath}/-/merge_requests/${iid}`;
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });

/** Adds Tomás to the project as a developer. */
async function addDeveloper(maren: Someone, other: Someone, code: Code): Promise<void> {
  const { id } = await other.call<{ id: number }>('GET', '/user');
  await maren.call('POST', `${code.project}/members`, { user_id: id, access_level: 30 });
}

test('DL-MR-21: a merge request shows its text, commits, files, comments, approvals and checks, and who merged it', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const tomas = await someone(browser, 'tomas', wide);
  const code = await makeCode(maren);
  await addDeveloper(maren, tomas, code);
  const { page } = maren;

  // The first one is created in the browser.
  await page.goto(`/${code.fullPath}/-/merge_requests`);
  await expect(page.getByRole('heading', { name: 'No merge requests' })).toBeVisible();
  const head = await code.branch('feature', { 'README.md': 'two\n', 'src/<b>.ts': '<script>alert(1)</script>\n' });
  await maren.call('POST', `${code.project}/external_status_checks`, {
    name: 'Licenses',
    external_url: 'https://checks.example.org/x',
  });
  await page.getByRole('link', { name: 'New merge request' }).click();
  await page.getByRole('combobox', { name: 'Source branch' }).fill('feature');
  await page.getByRole('textbox', { name: 'Title' }).fill('Add the feature');
  await page.getByRole('textbox', { name: 'Description' }).fill('Adds a **bold** feature.');
  await page.getByRole('button', { name: 'Create merge request' }).click();
  await expect(page.getByRole('heading', { name: 'Add the feature' })).toBeVisible();
  await expect(page.locator('.prose strong', { hasText: 'bold' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status checks' })).toContainText('Licenses');
  await expect(page.getByRole('region', { name: 'Approvals' })).toContainText('Nobody has approved yet.');

  await tab(page, 'Commits').click();
  await expect(tab(page, 'Commits')).toHaveText(/1/);
  const commit = page.getByRole('list', { name: 'Commits' }).getByRole('link', { name: 'Change feature' });
  await expect(commit).toHaveAttribute('href', `/${code.fullPath}/-/commit/${head}`);
  await tab(page, 'Changes').click();
  await expect(tab(page, 'Changes')).toHaveText(/2/);
  const changed = page.getByRole('region', { name: 'README.md' }).first();
  await expect(changed.getByRole('row').filter({ hasText: 'one' })).toContainText('−');
  await expect(changed.getByRole('row').filter({ hasText: 'two' })).toContainText('+');
  // Text of a repository is never markup.
  await expect(page.getByRole('heading', { name: 'src/<b>.ts' })).toBeVisible();
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible();
  await expectAccessible(page);

  await tab(page, 'Overview').click();
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Please look at this.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Please look at this.' }).last()).toBeVisible();

  // Another developer approves; the page follows.
  await tomas.page.goto(pageOf(code, { iid: 1 }));
  await tomas.page.getByRole('button', { name: 'Approve' }).click();
  const approvers = page.getByRole('list', { name: 'Approved by' });
  await expect(approvers).toContainText('Tomás');
  await expect(tomas.page.getByRole('button', { name: 'Revoke approval' })).toBeVisible();
  await expect(tomas.page.getByRole('region', { name: 'Merge', exact: true })).toContainText(
    'Only those who can push to main can merge.',
  );
  await expect(tomas.page.getByRole('button', { name: 'Merge', exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Merged !1.')).toBeVisible();
  const merged = await maren.call<Made>('GET', `${code.project}/merge_requests/1`);
  const done = page.getByText(/^Merged .* by Maren/);
  await expect(done).toContainText((merged.merge_commit_sha ?? '').slice(0, 8));
  await expectAccessible(page);
  await done.getByRole('link', { name: (merged.merge_commit_sha ?? '').slice(0, 8) }).click();
  await expect(page.getByRole('heading', { name: "Merge branch 'feature' into 'main'" })).toBeVisible();
  await expect(page.getByRole('region', { name: 'README.md' }).first()).toBeVisible();
  await expectAccessible(page);

  // A request without commits.
  await code.git('push', '--quiet', 'origin', 'main:refs/heads/same');
  const same = await open(maren, code, 'same');
  for (const part of ['commits', 'changes']) {
    await page.goto(`${pageOf(code, same)}?tab=${part}`);
    await expect(page.getByText('No changes.')).toBeVisible();
  }
});

test('DL-MR-16, DL-MR-17: the page names why a request cannot be merged, and the files that conflict', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const code = await makeCode(maren, { 'a.txt': '1\n', 'b/c.txt': '1\n', 'd.txt': '1\n' });
  await code.branch('clash', { 'a.txt': '2\n', 'b/c.txt': '2\n' });
  await code.branch('fine', { 'new.txt': 'x\n' });
  await code.branch('other', { 'other.txt': 'x\n' });
  const clash = await open(maren, code, 'clash');
  const draft = await open(maren, code, 'fine', { title: 'Draft: fine' });
  const other = await open(maren, code, 'other');
  await code.git('checkout', '--quiet', 'main');
  await code.git('pull', '--quiet', 'origin', 'main');
  await code.git('merge', '--quiet', '--no-ff', '-m', 'x', 'main');
  await code.branch('theirs', { 'a.txt': '3\n', 'b/c.txt': '3\n' });
  const theirs = await open(maren, code, 'theirs');
  await maren.call('PUT', `${code.project}/merge_requests/${theirs.iid}/merge`);

  // A list runs no git for each row: after the target moved, it is not known yet.
  const listed = await maren.call<{ iid: number; detailed_merge_status: string }[]>(
    'GET',
    `${code.project}/merge_requests?state=opened`,
  );
  expect(listed.find(({ iid }) => iid === other.iid)?.detailed_merge_status).toBe('checking');

  const statusOf = async ({ iid }: Made) =>
    maren.call<{ has_conflicts: boolean; detailed_merge_status: string }>(
      'GET',
      `${code.project}/merge_requests/${iid}`,
    );
  const merge = page.getByRole('button', { name: 'Merge', exact: true });
  const box = page.getByRole('region', { name: 'Merge', exact: true });
  const expectReason = async (request: Made, status: string, text: string): Promise<void> => {
    expect((await statusOf(request)).detailed_merge_status).toBe(status);
    await page.goto(pageOf(code, request));
    await expect(box).toContainText(text);
  };

  await expectReason(clash, 'conflict', 'The branches conflict.');
  expect(await statusOf(clash)).toMatchObject({ has_conflicts: true });
  await expect(box.getByRole('list', { name: 'Conflicting files' }).getByRole('listitem')).toHaveText([
    'a.txt',
    'b/c.txt',
  ]);
  await expect(merge).toBeDisabled();
  await expect(merge).toHaveAccessibleDescription(/The branches conflict/);
  await expectAccessible(page);

  await expectReason(draft, 'draft_status', 'This is a draft.');
  await expect(merge).toBeDisabled();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Mark as ready' }).click();
  await expect(box).toContainText('Ready to merge.');
  await expect(merge).toBeEnabled();
  expect((await statusOf(draft)).detailed_merge_status).toBe('mergeable');

  await maren.call('POST', `${code.project}/approvals`, { approvals_before_merge: 2 });
  await expectReason(other, 'not_approved', '2 approvals are missing.');
  await expect(merge).toBeDisabled();
  await maren.call('POST', `${code.project}/approvals`, { approvals_before_merge: 0 });

  await maren.call('POST', `${code.project}/external_status_checks`, {
    name: 'Licenses',
    external_url: 'https://checks.example.org/x',
  });
  await maren.call('PUT', code.project, { only_allow_merge_if_all_status_checks_passed: true });
  await expectReason(other, 'status_checks_must_pass', 'All status checks must pass');
  await expect(merge).toBeDisabled();
  await maren.call('PUT', code.project, { only_allow_merge_if_all_status_checks_passed: false });

  await code.git('push', '--quiet', 'origin', '--delete', 'other');
  await expectReason(other, 'commits_status', 'There is nothing to merge');
  await expect(merge).toBeDisabled();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Close', exact: true }).click();
  await expect(page.getByText(/^Closed .* by Maren.* It was not merged\.$/)).toBeVisible();
  expect((await statusOf(other)).detailed_merge_status).toBe('not_open');
  await expect(merge).toHaveCount(0);
});

test('two people edit a merge request: the second one sees the change before it is overwritten', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const code = await makeCode(maren);
  await code.branch('feature', { 'a.txt': 'a' });
  const made = await open(maren, code, 'feature', { description: 'First' });
  const request = `${code.project}/merge_requests/${made.iid}`;
  await page.goto(pageOf(code, made));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Mine');
  await maren.call('PUT', request, { title: 'Theirs' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Somebody else changed this merge request.' });
  await expect(alert).toContainText('Current title: Theirs');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Mine');
  expect(await maren.call('GET', request)).toMatchObject({ title: 'Theirs' });
  await alert.getByRole('button', { name: 'Overwrite' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
  expect(await maren.call('GET', request)).toMatchObject({ title: 'Mine', description: 'First' });
});

test('merge requests are listed by state and filter, in projects and groups', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const code = await makeCode(maren);
  for (const name of ['one', 'two', 'three']) await code.branch(name, { [name]: name });
  await open(maren, code, 'one', { labels: 'api' });
  const two = await open(maren, code, 'two');
  await open(maren, code, 'three', { title: 'Draft: three' });
  await maren.call('PUT', `${code.project}/merge_requests/${two.iid}/merge`);
  await page.goto(`/groups/${code.groupPath}`);
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Merge requests' }).click();
  const rows = page.getByRole('list', { name: 'Merge requests' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(`${code.fullPath}!3`);
  await expect(tab(page, 'Merged')).toHaveText(/1/);
  await tab(page, 'Merged').click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Change two');
  await go(page, `/${code.fullPath}/-/merge_requests?label=api`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Change one');
  await page.goto(`/${code.fullPath}/-/merge_requests?draft=no&search=nothing`);
  await expect(page.getByRole('heading', { name: 'No merge requests match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
});

test('DL-MR-19: an issue lists and counts the merge requests that mention it, those that the viewer may see', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const tomas = await someone(browser, 'tomas', wide);
  const code = await makeCode(maren);
  const hidden = await makeCode(maren);
  await maren.call('PUT', hidden.project, { visibility: 'private' });
  await addDeveloper(maren, tomas, code);
  const issue = await makeIssue(maren, code.fullPath, { title: 'Walls' });
  for (const [each, name] of [
    [code, 'seen'],
    [code, 'silent'],
    [hidden, 'hidden'],
  ] as const) {
    await each.branch(name, { [name]: name });
    const description = name === 'silent' ? '' : `For ${code.fullPath}#${issue.iid}`;
    await open(maren, each, name, { description });
  }
  const listed = (who: Someone) =>
    who.call<{ title: string }[]>('GET', `${code.project}/issues/${issue.iid}/related_merge_requests`);
  const titlesOf = async (who: Someone) => (await listed(who)).map(({ title }) => title).toSorted();
  expect(await titlesOf(maren)).toEqual(['Change hidden', 'Change seen']);
  expect(await titlesOf(tomas)).toEqual(['Change seen']);
  for (const [who, count] of [
    [maren, 2],
    [tomas, 1],
  ] as const) {
    await who.page.goto(issue.webPath);
    const related = who.page.getByRole('region', { name: 'Related merge requests' });
    await expect(related.getByRole('listitem')).toHaveCount(count);
    await expect(related).toContainText(`Related merge requests${count}`);
  }
  await expectAccessible(maren.page);
  await maren.page.getByRole('link', { name: 'Change seen' }).click();
  await expect(maren.page.getByRole('heading', { name: 'Change seen' })).toBeVisible();
});

test('merge requests fit a phone and a tablet', async ({ browser }) => {
  const onTablet = { other: tablet.viewport, isGraveOnly: true };
  const maren = await someone(browser, 'maren', { ...phone, colorScheme: 'dark' });
  const { page } = maren;
  const code = await makeCode(maren, { 'a.txt': '1\n' });
  const long = `src/${'a-very-long-folder-name/'.repeat(5)}file.ts`;
  const branch = 'feature/with-a-very-long-name-that-needs-two-lines-on-a-phone';
  await code.branch(branch, { [long]: `${'x'.repeat(300)}\n`, 'a.txt': '2\n' }, 'A '.repeat(60));
  const made = await open(maren, code, branch, { title: 'Long '.repeat(30) });
  await page.goto(pageOf(code, made));
  await expect(tab(page, 'Changes')).toHaveText(/2/);
  await expect(page.getByRole('region', { name: 'Approvals' })).toBeVisible();
  await expectSoundOnScreens(page, 'overview', onTablet);
  await tab(page, 'Commits').tap();
  await expect(page.getByRole('list', { name: 'Commits' })).toBeVisible();
  await expectSoundOnScreens(page, 'commits', onTablet);
  await tab(page, 'Changes').tap();
  await expect(page.getByText('xxxxx').first()).toBeVisible();
  await expectSoundOnScreens(page, 'changes', onTablet);
  await go(page, `/${code.fullPath}/-/merge_requests`);
  await expect(page.getByRole('list', { name: 'Merge requests' })).toBeVisible();
  await expectSoundOnScreens(page, 'list', onTablet);
});
