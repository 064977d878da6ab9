import { expect, type Locator, type Page } from '@playwright/test';
import type { ApiCaller } from './people.ts';

/** `YYYY-MM-DD`, this many days from today. */
export const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const around = `range_from=${day(-40)}&range_to=${day(80)}&layout=WEEKS&state=opened&sort=TITLE_ASC`;

export const headers = (page: Page): Locator => page.locator('[role="row"][data-lane]');
export const headerOf = (page: Page, name: string): Locator =>
  page.getByRole('row', { name: new RegExp(`^${name}, `) });
export const rowOf = (page: Page, title: string): Locator =>
  page.locator('[role="row"][data-row]').filter({ has: page.getByRole('link', { name: title, exact: true }) });
export const barOf = (page: Page, title: string): Locator => rowOf(page, title).locator('a[data-card^="epic:"]');

/** Creates epics around today; each is its title and its labels. Returns their numbers by title. */
export async function makeLabeledEpics(
  by: ApiCaller,
  group: string,
  epics: readonly (readonly [title: string, labels: string])[],
): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  const path = `/groups/${encodeURIComponent(group)}/epics`;
  const dates = {
    start_date_is_fixed: true,
    start_date_fixed: day(-10),
    due_date_is_fixed: true,
    due_date_fixed: day(20),
  };
  // Lanes follow the order in which their labels are created: those of the first epics are, one after the other.
  const isFirst = ([, labels]: readonly [string, string], index: number) =>
    epics.findIndex(([, other]) => other === labels) === index;
  const [firsts, waiting] = [epics.filter(isFirst), epics.filter((each, index) => !isFirst(each, index))];
  const makeAll = async (queue: (readonly [string, string])[]): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [title, labels] = next;
      const { iid } = await by.call<{ iid: number }>('POST', path, { title, labels, ...dates });
      made.set(title, String(iid));
    }
  };
  await makeAll(firsts);
  await Promise.all([makeAll(waiting), makeAll(waiting), makeAll(waiting), makeAll(waiting)]);
  return made;
}

/** Opens a roadmap in lanes. */
export async function openLanes(page: Page, group: string, query = 'group_by=LABEL:stage'): Promise<void> {
  await page.goto(`/groups/${group}/-/roadmap?${query}&${around}`);
  await expect(headers(page).first()).toBeVisible();
}

/** Moves the pointer on a bar until the page has loaded the code of dragging. */
export async function comeNear(page: Page, title: string): Promise<void> {
  await expect(async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await barOf(page, title).boundingBox()) ?? {};
    await page.mouse.move(x + width / 2 - 3, y + height / 2);
    await page.mouse.move(x + width / 2, y + height / 2);
    await expect(page.locator('[data-grip="move"]')).toBeAttached({ timeout: 500 });
  }).toPass();
}
