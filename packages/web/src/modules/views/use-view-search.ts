import { parseQuery, printQuery, type Query } from '@milepost/core/query';
import { expandView, viewIdOf } from '@milepost/core/views/views';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useRouter } from '../../platform/navigation/router-context.ts';
import { useShownSearch } from '../../platform/navigation/use-address.ts';
import { viewQuery, type ViewPage } from './api.ts';
import { lastUsedView, storeLastView } from './last-used.ts';
import { savedView, subscribeToViews } from './saved-views.ts';

export interface ViewSearch {
  /** The parameters of the address; if they name only a view, with those of the view. */
  search: string;
  /** The view is still being requested. */
  isPending: boolean;
}

/**
 * What the address of a list or board shows. Without parameters a list opens the view that the viewer used last; a board has an
 * address of its own.
 */
export function useViewSearch({ kind, home }: ViewPage): ViewSearch {
  const shown = useShownSearch();
  const router = useRouter();
  const page = useMemo(() => ({ kind, home }), [kind, home]);
  const address = useMemo((): Query => {
    const used = shown === '' && page.kind !== 'board' ? lastUsedView(page) : null;
    return used === null ? parseQuery(shown) : [['view', used]];
  }, [shown, page]);
  const id = viewIdOf(address);
  const view = useSyncExternalStore(subscribeToViews, () => (id === null ? null : savedView(id)));
  const { isError } = useQuery({ ...viewQuery(id ?? ''), enabled: id !== null });
  useEffect(() => {
    if (id !== null && shown === '') router.navigateSearch({ view: id }, { replace: true });
  }, [id, shown, router]);
  const isMissing = view === null || (view !== undefined && view.kind !== kind) || (view === undefined && isError);
  useEffect(() => {
    if (id !== null && view !== undefined && page.kind !== 'board') storeLastView(page, isMissing ? null : id);
  }, [page, id, view, isMissing]);
  const query = isMissing ? '' : view?.query;
  const search = useMemo(() => {
    const expanded = id === null ? address : expandView(address, query ?? '');
    return printQuery(expanded);
  }, [address, id, query]);
  return { search, isPending: id !== null && view === undefined && !isError };
}
