import { expect, test } from '@playwright/test';
import { changeIssue, heading, openIssue } from './setup/issue.ts';

const isPoll = (request: { url(): string; method(): string }) =>
  request.method() === 'GET' && request.url().endsWith('.json');

test('IS-PL-01 and IS-PL-06: the endpoint is polled even while live updates arrive, at the interval it asks for, and an unchanged answer is not sent again', async ({
  browser,
}) => {
  const { page } = await openIssue(browser, { description: 'before' });
  await page.clock.install();
  const first = page.waitForResponse((response) => isPoll(response.request()));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on');
  await page.clock.runFor(5_000);
  expect((await first).headers()['poll-interval']).toBe('60000');
  // Nothing is polled before that time has passed, with or without live updates.
  let polls = 0;
  page.on('request', (request) => {
    if (isPoll(request)) polls += 1;
  });
  await page.clock.runFor(30_000);
  expect(polls).toBe(0);
  const second = page.waitForResponse((response) => isPoll(response.request()));
  await page.clock.runFor(40_000);
  expect((await second).status()).toBe(304);
});

test('IS-PL-01, IS-PL-02 and IS-PL-05: without live updates the endpoint is polled, and changes are shown, also of a title that changed before the first poll', async ({
  browser,
}) => {
  const { maren, page, issue } = await openIssue(browser, { description: 'before' });
  await page.route('**/-/live**', (route) => route.abort());
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.reload();
  await expect(page.locator('.prose').first()).toHaveText('before');
  let polls = 0;
  page.on('request', (request) => {
    if (isPoll(request)) polls += 1;
  });
  await changeIssue(maren, issue, { title: 'Doors' });
  await page.clock.resume();
  await expect(heading(page, 'Doors')).toBeVisible();
  await expect.poll(() => polls).toBeGreaterThan(1);
  await changeIssue(maren, issue, { description: 'after' });
  await expect(page.locator('.prose').first()).toHaveText('after');

  // A hidden tab does not poll.
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  const pollsBefore = polls;
  await page.clock.fastForward(60_000);
  await page.evaluate(() => undefined);
  expect(polls).toBe(pollsBefore);
  await setHidden(false);
  await expect.poll(() => polls).toBeGreaterThan(pollsBefore);
});
