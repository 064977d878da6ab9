import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { makeAdministrator } from './setup/administrator.ts';
import { go } from './setup/people.ts';
import { makeWorld, may, partNames, parts, visit, type Part, type World } from './setup/roles.ts';

/** An element of a page, and the row of the documented permission table that grants it. */
type Offer = readonly [name: string, operation: string];

const issueMenu: readonly Offer[] = [
  ['Edit', "change someone's issue"],
  ['Edit title and description', "change someone's issue"],
  ['Promote to epic', 'promote an issue to an epic'],
  ['New related issue', 'create an issue in a project'],
  ['Lock discussion', "change someone's issue"],
  ['Turn on confidentiality', 'make an issue confidential'],
  ['Copy reference', 'read an issue'],
  ['Report abuse', 'report a person to the administrators'],
  ['Submit as spam', 'mark an issue as spam, which hides it'],
  ['Move', 'move an issue to another project'],
  ['Delete issue', "delete someone's issue"],
];
const epicMenu: readonly Offer[] = [
  ['Edit', "change someone's epic"],
  ['Edit title and description', "change someone's epic"],
  ['Board', 'read an epic'],
  ['New epic', 'create an epic in a group'],
  ['New child epic', 'create an epic in a group'],
  ['Copy reference', 'read an epic'],
  ['Report abuse', 'report a person to the administrators'],
  ['Delete epic', "delete someone's epic"],
];
const facts = 'set weight, dates, labels and assignees of an issue';
const issueFacts: readonly Offer[] = [
  ['Edit Status', "change the status of someone's issue"],
  ...[
    'Assignees',
    'Epic',
    'Labels',
    'Milestone',
    'Iteration',
    'Health status',
    'Weight',
    'Due date',
    'Time tracking',
    'Confidentiality',
    'Lock discussion',
    'Meeting link',
  ].map((name) => [`Edit ${name}`, facts] as const),
];
const incidentFacts: readonly Offer[] = [
  ...issueFacts
    .filter(([name]) => name !== 'Edit Lock discussion')
    .flatMap((offer) => (offer[0] === 'Edit Health status' ? [['Edit Severity', facts] as const, offer] : [offer])),
  ['Edit Published incident link', facts],
];
const ofEpic = (name: string): Offer => [`Edit ${name}`, "change someone's epic"];
const epicFacts: readonly Offer[] = [
  ofEpic('Ancestors'),
  ['Edit Status', "change the status of someone's epic"],
  ...[
    'Owners',
    'Health status',
    'Start date',
    'Due date',
    'Milestone',
    'Labels',
    'Risk',
    'Color',
    'Confidentiality',
  ].map(ofEpic),
];
/** Buttons of the page itself; those on another user's issue. */
const issueButtons: readonly Offer[] = [
  ['Close issue', "close someone's issue"],
  ['Add reaction', 'react to an item'],
  ['Add task', 'set the parent of an item'],
  ['Link items', 'link two items'],
  ['Remove the link to Flood', 'remove a link between two items'],
  ['Comment', 'comment'],
  ['Add a to-do item', "add an item to one's to-do list"],
  ['Log time', 'log time spent on an issue, and delete the log'],
];
const epicButtons: readonly Offer[] = [
  ['Close epic', "close someone's epic"],
  ['Add reaction', 'react to an item'],
  ['Add', 'set the parent of an item'],
  ['Remove Order stones', 'remove an item from its parent'],
  ['Link items', 'link two items'],
  ['Comment', 'comment'],
  ['Add a to-do item', "add an item to one's to-do list"],
];

const offered = (part: Part, offers: readonly Offer[]): string[] =>
  offers.filter(([, operation]) => may(part, operation)).map(([name]) => name);
const button = (page: Page, name: string): Locator => page.getByRole('main').getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const insider = 'read a confidential issue';
const createItems: readonly Offer[] = [
  ['New epic', 'create an epic in a group'],
  ['New issue', 'create an issue in a project'],
  ['New project', 'create a project in a group'],
  ['New group', 'create a top-level group'],
];
const hooksOf = (kind: 'group' | 'project'): string => `add, see, change and remove a webhook of a ${kind}`;

const isFirst = (part: Part, operation: string): boolean => partNames.find((each) => may(each, operation)) === part;
/**
 * The roles that the table grants more of this than the previous role. Pages decide by permission fields alone, and
 * packages/server/src/app/verdicts.test.ts proves those for every role: roles with equal verdicts have equal pages.
 */
const characteristic = (operations: readonly string[]): Part[] =>
  partNames.filter((part, index) => {
    const before = partNames[index - 1];
    return !before || operations.some((each) => may(part, each) !== may(before, each));
  });
const itemOffers = [issueMenu, epicMenu, incidentFacts, epicFacts, issueButtons, epicButtons].flat();
const ofItems = characteristic([...itemOffers.map(([, operation]) => operation), insider, 'comment internally']);
const ofNamespaces = characteristic([
  ...createItems.map(([, operation]) => operation),
  hooksOf('group'),
  hooksOf('project'),
]);
const ofLists = characteristic([
  insider,
  'create an issue in a project',
  'create an epic in a group',
  "bulk edit someone's issues",
  "bulk edit someone's epics",
]);

/** The page of an item offers its menu, its facts and its buttons to the roles in the table, and no others. */
async function expectOffers(
  page: Page,
  part: Part,
  given: { menu: readonly Offer[]; facts: readonly Offer[]; buttons: readonly Offer[] },
): Promise<void> {
  for (const [name, operation] of given.buttons) {
    await expect(button(page, name), `${part}: ${name}`).toHaveCount(may(part, operation) ? 1 : 0);
  }
  const pencils = page.getByRole('complementary').getByRole('button', { name: /^Edit / });
  await expect(pencils).toHaveCount(offered(part, given.facts).length);
  const names = await pencils.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  expect(names).toEqual(offered(part, given.facts));
  await page.getByRole('button', { name: / actions$/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(offered(part, given.menu));
  await page.keyboard.press('Escape');
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: / actions$/ }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** What every signed-in user can do with the items of others: comment, react, set reminders. */
async function takePart(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('I was here.');
  await button(page, 'Comment').click();
  await expect(page.getByText('I was here.')).toBeVisible();
  await button(page, '👍 thumbsup, 0 reactions').click();
  await expect(button(page, '👍 thumbsup, 1 reaction')).toBeEnabled();
  await button(page, 'Add a to-do item').click();
  await expect(button(page, 'Mark as done')).toBeVisible();
}

/** Does everything that the issue's page offers to this role before any other; destructive actions come last. */
async function workOnIssue(page: Page, part: Part): Promise<void> {
  if (isFirst(part, 'comment')) {
    await takePart(page);
    await button(page, 'Remove the link to Flood').click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(button(page, 'Remove the link to Flood')).toBeVisible();
    await choose(page, 'Report abuse');
    const drawer = page.getByRole('dialog', { name: 'Report abuse to administrator' });
    await drawer.getByRole('radio', { name: 'They post spam.' }).check();
    await drawer.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Thank you. Your report was sent to the administrators.')).toBeVisible();
  }
  if (isFirst(part, "change someone's issue")) {
    await button(page, 'Edit Weight').click();
    await page.getByRole('complementary').getByLabel('Weight', { exact: true }).fill('3');
    await page.keyboard.press('Enter');
    await expect(page.getByText('set weight to 3')).toBeVisible();
    await expect(page.locator('svg.lucide-weight + span').filter({ hasText: 'set weight to 3' })).toBeVisible();
    await choose(page, 'Lock discussion');
    await expect(page.getByText('Discussion locked.')).toBeVisible();
    await choose(page, 'Turn on confidentiality');
    await expect(page.getByText('Confidentiality turned on.')).toBeVisible();
    // A child of a confidential issue has to be confidential as well.
    await button(page, 'Add task').click();
    const tasks = page.getByRole('region', { name: 'Child items' });
    await tasks.getByRole('textbox', { name: 'Title' }).fill('Dig');
    await page.keyboard.press('Enter');
    await expect(tasks.getByRole('link', { name: 'Dig' })).toBeVisible();
    await tasks.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Close issue').click();
    await expect(button(page, 'Reopen issue')).toBeEnabled();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('High walls');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(heading(page, 'High walls')).toBeVisible();
  }
  if (isFirst(part, "delete someone's issue")) {
    await choose(page, 'Delete issue');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete issue' }).click();
    await expect(page).toHaveURL(/\/-\/issues$/);
  }
}

async function workOnEpic(page: Page, part: Part): Promise<void> {
  if (isFirst(part, 'comment')) await takePart(page);
  if (!isFirst(part, "change someone's epic")) return;
  await button(page, 'Add').click();
  await page.getByRole('menuitem', { name: 'Add a new epic' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('North wall');
  await page.getByRole('button', { name: 'Create epic' }).click();
  await expect(page.getByRole('treeitem', { name: 'North wall' })).toBeVisible();
  await page.getByRole('treeitem', { name: 'Order stones' }).hover();
  await button(page, 'Remove Order stones').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.getByRole('treeitem', { name: 'Order stones' })).toBeHidden();
  await button(page, 'Close epic').click();
  await expect(button(page, 'Reopen epic')).toBeEnabled();
}

/** Users learn neither the name nor the existence of what they may not see. */
async function expectMissing(page: Page, path: string): Promise<void> {
  const response = await page.goto(path);
  await expect(heading(page, 'Page not found')).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Milepost');
  await expect(page.getByText('Secret')).toHaveCount(0);
  expect(await response?.text()).not.toContain('Secret');
}

async function expectLists(page: Page, part: Part, world: World): Promise<void> {
  const isInsider = may(part, insider);
  await go(page, `/${world.projectPath}/-/issues`);
  await expect(page.getByRole('tab', { name: `Open ${isInsider ? 4 : 3}`, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Secret tunnel' })).toHaveCount(isInsider ? 1 : 0);
  const more = page.getByRole('button', { name: 'More actions for this list' });
  const exports = ['Export as CSV', 'Export as CSV for Excel'];
  const mayChangeMany = may(part, "bulk edit someone's issues");
  await expect(page.getByRole('link', { name: 'New issue', exact: true })).toHaveCount(
    may(part, 'create an issue in a project') ? 1 : 0,
  );
  await expect(page.getByRole('checkbox', { name: 'Select Flood' })).toHaveCount(mayChangeMany ? 1 : 0);
  await more.click();
  await expect(page.getByRole('menuitem')).toHaveText(mayChangeMany ? ['Bulk edit', ...exports] : exports);
  await page.keyboard.press('Escape');
  await go(page, `/groups/${world.groupPath}/-/epics`);
  await expect(page.getByRole('tab', { name: `Open ${isInsider ? 2 : 1}`, exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select Castle' })).toHaveCount(
    may(part, "bulk edit someone's epics") ? 1 : 0,
  );
  await expect(page.getByRole('link', { name: 'New epic', exact: true })).toHaveCount(
    may(part, 'create an epic in a group') ? 1 : 0,
  );
}

async function workOnLists(page: Page, part: Part, world: World): Promise<void> {
  if (isFirst(part, "bulk edit someone's issues")) {
    await go(page, `/${world.projectPath}/-/issues`);
    const flood = page.getByRole('checkbox', { name: 'Select Flood' });
    await expect(flood).toBeAttached();
    // The list shows its cached rows until it has loaded again: rows move when “Walls”, which this role closed, leaves.
    await expect(page.getByRole('link', { name: /walls/i })).toHaveCount(0);
    await flood.check({ force: true });
    await page.getByRole('region', { name: 'Bulk edit' }).getByRole('button', { name: 'State' }).click();
    await page.getByRole('menuitem', { name: 'Close' }).click();
    await expect(page.getByText('1 item changed.')).toBeVisible();
  }
  if (isFirst(part, 'create an epic in a group')) {
    await go(page, `/groups/${world.groupPath}/-/epics`);
    await page.getByRole('link', { name: 'New epic', exact: true }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Moat');
    await page.getByRole('button', { name: 'Create epic' }).click();
    await expect(heading(page, 'Moat')).toBeVisible();
  }
}

async function expectRoadmap(page: Page, part: Part, world: World): Promise<void> {
  await go(page, `/groups/${world.groupPath}/-/roadmap`);
  await expect(page.getByRole('button', { name: `Undated (${may(part, insider) ? 2 : 1})` })).toBeVisible();
  const create = page.getByRole('button', { name: 'Create new' });
  await expect(create).toHaveCount(part === 'anonymous' ? 0 : 1);
  if (part === 'anonymous') return;
  await create.click();
  await expect(page.getByRole('menuitem')).toHaveText(offered(part, createItems));
  await page.keyboard.press('Escape');
}

async function expectHooks(page: Page, part: Part, path: string, operation: string): Promise<void> {
  await (may(part, operation) ? go(page, path) : page.goto(path));
  if (!may(part, operation)) {
    const refusal = part === 'anonymous' ? 'Sign in to continue' : "You don't have access";
    await expect(page.getByRole('heading', { name: refusal })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add webhook' })).toHaveCount(0);
    return;
  }
  await expect(page.getByRole('button', { name: 'Add webhook' })).toBeVisible();
  if (!isFirst(part, operation)) return;
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('textbox', { name: 'URL' }).fill('https://hooks.example/in');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('https://hooks.example/in').first()).toBeVisible();
}

async function expectItems(page: Page, part: Part, world: World): Promise<void> {
  const isAxeUseful = part === 'anonymous' || isFirst(part, "change someone's issue");
  await go(page, world.issue);
  await expect(heading(page, 'Walls')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Flood' })).toBeVisible();
  await expectOffers(page, part, { menu: issueMenu, facts: issueFacts, buttons: issueButtons });
  await expect(page.getByRole('checkbox', { name: 'Make this an internal note' })).toHaveCount(
    may(part, 'comment internally') ? 1 : 0,
  );
  if (isAxeUseful) await expectAccessible(page);
  await workOnIssue(page, part);

  await go(page, world.incident);
  await expect(heading(page, 'Flood')).toBeVisible();
  await expectOffers(page, part, {
    menu: issueMenu
      .filter(([name]) => name !== 'Lock discussion' && name !== 'Promote to epic')
      .map(([name, operation]) => [name.replace('Delete issue', 'Delete incident'), operation] as const),
    facts: incidentFacts,
    buttons: [
      ['Close incident', "close someone's issue"],
      ['Add image', 'add a metric image to an incident of another'],
    ],
  });
  if (isFirst(part, 'mark an issue as spam, which hides it')) {
    await choose(page, 'Submit as spam');
    await expect(page.getByRole('main').getByText('Hidden', { exact: true })).toBeVisible();
    await choose(page, 'Not spam');
    await expect(page.getByRole('main').getByText('Hidden', { exact: true })).toHaveCount(0);
  }

  await go(page, world.epic);
  await expect(heading(page, 'Castle')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Order stones' })).toBeVisible();
  await expectOffers(page, part, { menu: epicMenu, facts: epicFacts, buttons: epicButtons });
  if (isAxeUseful) await expectAccessible(page);
  await workOnEpic(page, part);
  if (isFirst(part, "add an item to one's to-do list")) {
    await go(page, '/dashboard/todos');
    await expect(page.getByRole('list', { name: 'To-do items' }).getByText('Castle').first()).toBeVisible();
  }
}

async function expectSecrets(page: Page, part: Part, world: World): Promise<void> {
  for (const [path, title] of [
    [world.secret, 'Secret tunnel'],
    [world.secretEpic, 'Secret keep'],
  ] as const) {
    if (!may(part, insider)) await expectMissing(page, path);
    else if (isFirst(part, insider)) {
      await go(page, path);
      await expect(heading(page, title)).toBeVisible();
    }
  }
}

for (const part of partNames) {
  const [hasItems, hasNamespaces, hasLists] = [ofItems, ofNamespaces, ofLists].map((each) => each.includes(part));
  if (!hasItems && !hasNamespaces && !hasLists) continue;
  test(`PM-GN-01, PM-GN-02, PM-GN-05 and PM-EP-04: ${part}: pages offer what the table grants and nothing else, and all of it works`, async ({
    browser,
  }) => {
    if (part === 'administrator') await makeAdministrator();
    const world = await makeWorld(part);
    const { context, page, refusals } = await visit(browser, parts[part]);
    if (hasLists) await test.step('lists', () => expectLists(page, part, world));
    if (hasNamespaces) await test.step('roadmap', () => expectRoadmap(page, part, world));
    if (hasItems) await test.step('items', () => expectItems(page, part, world));
    if (hasLists) await test.step('changes to lists', () => workOnLists(page, part, world));
    expect(refusals).toEqual([]);
    if (hasItems) await test.step('confidential items', () => expectSecrets(page, part, world));
    if (hasNamespaces) {
      await test.step('webhooks', async () => {
        await expectHooks(page, part, `/groups/${world.groupPath}/-/hooks`, hooksOf('group'));
        await expectHooks(page, part, `/${world.projectPath}/-/hooks`, hooksOf('project'));
      });
    }
    await context.close();
  });
}
