import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { issueListSorts } from '@milepost/core/filters/lists';
import type { Query } from '@milepost/core/query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { parseSearch, printSearch } from '../platform/navigation/search.ts';
import { setSession } from '../platform/session/session.ts';
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
  const [{ filters, state, sort }] = useListAddress(issueListSorts, labels);
  return <p>{`${filters} ${state} ${sort}`}</p>;
}

test.each([
  [
    '/groups/a/-/roadmap?label_name[]=bug&state=closed&timeframe_range_type=CURRENT_YEAR&view=7',
    Roadmap,
    'label_name[]=bug closed true 7',
  ],
  ['/a/b/-/issues?label_name[]=bug&state=closed&sort=title_asc', Issues, 'label_name[]=bug closed title_asc'],
])('%s stays as it is until the page it is left for is there', async (address, component, shown) => {
  setSession({});
  let arrive: () => void = () => undefined;
  const root = createRootRoute();
  const isHere = (pathname: string) => address.startsWith(`${pathname}?`);
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: '$',
        component,
        loader: ({ location }) => (isHere(location.pathname) ? undefined : new Promise<void>((end) => (arrive = end))),
        staleTime: Infinity,
      }),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch: printSearch,
  });
  render(<RouterProvider router={router as never} />);
  expect(await screen.findByText(shown)).toBeVisible();
  const drawn: (string | null)[] = [];
  const watching = new MutationObserver(() => drawn.push(document.querySelector('p')?.textContent ?? null));
  watching.observe(document.body, { subtree: true, childList: true, characterData: true });
  void router.navigate({ href: '/groups/a/-/epics/5' } as never);
  await waitFor(() => expect(router.state.status).toBe('pending'));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(drawn).toEqual([]);
  expect(screen.getByText(shown)).toBeVisible();
  watching.disconnect();
  arrive();
  await waitFor(() => expect(router.state.status).toBe('idle'));
});
