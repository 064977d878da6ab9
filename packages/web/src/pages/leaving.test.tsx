import { createMemoryHistory } from '@tanstack/history';
import { issueListSorts } from '@milepost/core/filters/lists';
import type { Query } from '@milepost/core/query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Router } from '../platform/navigation/router.ts';
import { RouterContext } from '../platform/navigation/router-context.ts';
import { setSession } from '../platform/session/session.ts';
import { useShownSearch } from '../platform/navigation/use-address.ts';
import { useListAddress } from '../modules/lists/use-list-address.ts';
import { useCurrentView } from './roadmap/settings/use-current-view.ts';
import { useHasChosenRange, useRoadmapSettings } from './roadmap/settings/use-settings.ts';

function Roadmap() {
  const [settings] = useRoadmapSettings();
  const hasChosen = useHasChosenRange();
  const { id } = useCurrentView(settings);
  return <p>{`${settings.filterParams} ${settings.epicsState} ${String(hasChosen)} ${String(id)}`}</p>;
}

const labels = (address: Query): Query => address.filter(([key]) => key === 'label_name[]');

function Issues() {
  const [{ filters, state, sort }] = useListAddress(issueListSorts, labels, useShownSearch());
  return <p>{`${filters} ${state} ${sort}`}</p>;
}

test.each([
  [
    '/groups/a/-/roadmap?label_name[]=bug&state=closed&timeframe_range_type=CURRENT_YEAR&view=7',
    Roadmap,
    'label_name[]=bug closed true 7',
  ],
  ['/a/b/-/issues?label_name[]=bug&state=closed&sort=title_asc', Issues, 'label_name[]=bug closed title_asc'],
])('%s stays on screen until the next page has loaded', async (address, Component, shown) => {
  setSession({});
  let arrive: () => void = () => undefined;
  const isHere = (pathname: string) => address.startsWith(`${pathname}?`);
  const router = new Router({
    history: createMemoryHistory({ initialEntries: [address] }),
    load: ({ pathname }) => (isHere(pathname) ? undefined : new Promise<void>((end) => (arrive = end))),
  });
  void router.start();
  render(
    <RouterContext value={router}>
      <Component />
    </RouterContext>,
  );
  expect(await screen.findByText(shown)).toBeVisible();
  const drawn: (string | null)[] = [];
  const watching = new MutationObserver(() => drawn.push(document.querySelector('p')?.textContent ?? null));
  watching.observe(document.body, { subtree: true, childList: true, characterData: true });
  router.navigate('/groups/a/-/epics/5');
  expect(router.state.target.pathname).toBe('/groups/a/-/epics/5');
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(drawn).toEqual([]);
  expect(screen.getByText(shown)).toBeVisible();
  watching.disconnect();
  arrive();
  await waitFor(() => expect(router.state.shown.pathname).toBe('/groups/a/-/epics/5'));
});
