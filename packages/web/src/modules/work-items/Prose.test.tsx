import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Prose } from './Prose.tsx';

const section = '<h2>A section</h2><p>What the pier keeper said.</p><ul><li>one</li></ul>';
const wide = `<pre style="width: 200px">${'a long line '.repeat(50)}</pre>`;

const show = (html: string): HTMLElement => {
  const { container } = render(<Prose html={html} />);
  const prose = container.querySelector<HTMLElement>('.prose');
  if (!prose) throw new Error('There is no text');
  return prose;
};

const isDrawn = (element: Element | undefined): boolean | undefined =>
  element?.checkVisibility({ contentVisibilityAuto: true });

test('of a long text what is off the screen is not drawn until one comes near; nothing of it is missing or out of order', async () => {
  const html = `${wide}${section.repeat(3000)}${wide}<p>The end</p>`;
  const prose = show(html);
  expect([...prose.querySelectorAll('h2, p, ul, pre')].map(({ outerHTML }) => outerHTML).join('')).toBe(html);
  const [first, last] = prose.querySelectorAll('pre');
  await waitFor(() => expect(isDrawn(prose.querySelectorAll('p')[0])).toBe(true));
  expect(isDrawn(prose.lastElementChild?.lastElementChild ?? undefined)).toBe(false);
  await waitFor(() => expect(first).toHaveProperty('tabIndex', 0));
  expect(last?.hasAttribute('tabindex')).toBe(false);
  last?.scrollIntoView();
  await waitFor(() => expect(isDrawn(last)).toBe(true));
  await waitFor(() => expect(last).toHaveProperty('tabIndex', 0));
});

test('a long text renders the same as without slices', async () => {
  const html = section.repeat(3000);
  const prose = show(html);
  const whole = document.createElement('div');
  whole.className = 'prose';
  whole.innerHTML = section.repeat(40);
  document.body.append(whole);
  window.scrollTo(0, 0);
  await waitFor(() => expect(isDrawn(prose.querySelectorAll('p')[0])).toBe(true));
  // The first slice ends after 24 blocks, so that the ninth section begins another.
  const topsIn = (text: Element): number[] => {
    const { top } = text.getBoundingClientRect();
    return [...text.querySelectorAll('h2')].slice(0, 12).map((heading) => heading.getBoundingClientRect().top - top);
  };
  await waitFor(() => expect(topsIn(prose)).toEqual(topsIn(whole)));
  whole.remove();
});

test('a text of usual length is left in one piece, and what is wide in it is reached by keys', async () => {
  const prose = show(`${section}${wide}`);
  expect(prose.innerHTML).toContain(section);
  await waitFor(() => expect(prose.querySelector('pre')).toHaveProperty('tabIndex', 0));
});
