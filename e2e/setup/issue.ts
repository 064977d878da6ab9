import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { makeGroup, makeIssue, makeProject, someone, wide, type MadeIssue, type Someone } from './people.ts';

export interface IssueScene {
  maren: Someone;
  page: Page;
  groupPath: string;
  projectPath: string;
  issue: MadeIssue;
}

/** The page of a new issue "Walls" in a new project, as its owner sees it. */
export async function openIssue(
  browser: Browser,
  issue: object = {},
  options: Parameters<typeof someone>[2] = wide,
): Promise<IssueScene> {
  const maren = await someone(browser, 'maren', options);
  const groupPath = await makeGroup(maren);
  const projectPath = await makeProject(maren, groupPath);
  const made = await makeIssue(maren, projectPath, { title: 'Walls', ...issue });
  await maren.page.goto(made.webPath);
  await expect(heading(maren.page)).toBeVisible();
  return { maren, page: maren.page, groupPath, projectPath, issue: made };
}

export const heading = (page: Page, name = 'Walls'): Locator => page.getByRole('heading', { level: 1, name });
export const head = (page: Page): Locator => page.getByRole('main').locator('header').first();
export const description = (page: Page): Locator => page.getByRole('textbox', { name: 'Description' });
export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save changes' });

/** A part of the sidebar. */
export const part = (page: Page, name: string): Locator =>
  page
    .getByRole('complementary')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

export async function openPart(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
}

export async function openActions(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Issue|Incident|Task) actions$/ }).click();
}

export async function chooseAction(page: Page, item: string): Promise<void> {
  await openActions(page);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const apiPath = ({ projectPath, iid }: MadeIssue): string =>
  `/projects/${encodeURIComponent(projectPath)}/issues/${iid}`;

/** The issue as the server has it. */
export const savedIssue = (by: Someone, issue: MadeIssue): Promise<Record<string, unknown>> =>
  by.call('GET', apiPath(issue));

/** A change that another user makes through the API. */
export const changeIssue = (by: Someone, issue: MadeIssue, changes: object): Promise<unknown> =>
  by.call('PUT', apiPath(issue), changes);

export const commentOn = (by: Someone, issue: MadeIssue, body: string): Promise<{ id: number }> =>
  by.call('POST', `${apiPath(issue)}/notes`, { body });

export const deleteIssue = (by: Someone, issue: MadeIssue): Promise<unknown> => by.call('DELETE', apiPath(issue));
