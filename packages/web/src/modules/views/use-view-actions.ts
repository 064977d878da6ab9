import { parseQuery } from '@milepost/core/query';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useRouter } from '../../platform/navigation/router-context.ts';
import { parseSearch, recordOf } from '../../platform/navigation/search.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { deleteView, restoreView, updateView, viewsOf, type ListedView } from './api.ts';
import { storeLastView } from './last-used.ts';
import { viewMessages as messages } from './messages.ts';
import { savedView } from './saved-views.ts';
import type { ViewScene } from './view-scene.ts';
import { undoLabel } from '../../ui/text/messages.ts';

/** Shows a query, as that of a view or without one. */
export function useShowView({ show }: ViewScene) {
  const router = useRouter();
  return (query: string, id: string | null): void => {
    const search = recordOf([...(id === null ? [] : [['view', id] as const]), ...parseQuery(query)]);
    if (show) show(search, query);
    else router.navigateSearch(search, { replace: true });
  };
}

/** The actions of the view menu. Errors are shown as toasts, with the server's message. */
export function useViewActions(scene: ViewScene) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const router = useRouter();
  const go = useShowView(scene);
  const kind = scene.home.kind;
  const { queryKey } = viewsOf(scene);
  const refresh = () => client.invalidateQueries({ queryKey });
  const fail = (error: unknown): void =>
    toast({ text: formatMessage(messages.wentWrong, { reason: error instanceof Error ? error.message : '' }) });
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    try {
      toast({ text: await work() });
    } catch (error) {
      fail(error);
    }
    await refresh();
  };
  /** What is shown stays; only the name of the view is removed. */
  const leave = (): void => {
    storeLastView(scene, null);
    go(scene.query, null);
  };
  return {
    apply: (view: ListedView) => go(view.query, view.id),
    leave,
    async save(view: ListedView) {
      const { query } = scene;
      try {
        await updateView(view, { query });
        go(query, view.id);
        toast({ text: formatMessage(messages.saved, { name: view.name }) });
      } catch (error) {
        // If the views cannot be read either, the first error is shown.
        await client.fetchQuery({ ...viewsOf(scene), staleTime: 0 }).catch(() => undefined);
        const now = savedView(view.id);
        if (now && now.lockVersion !== view.lockVersion) {
          const action = { label: formatMessage(messages.look), perform: () => go(now.query, now.id) };
          toast({ text: formatMessage(messages.stale, { name: now.name }), action });
        } else fail(error);
      }
      await refresh();
    },
    share: (view: ListedView) =>
      attempt(async () => {
        const { name, shared } = await updateView(view, { shared: !view.shared });
        return formatMessage(shared ? messages.nowShared : messages.nowOwn, { name, kind });
      }),
    async remove(view: ListedView) {
      const { name } = view;
      try {
        await deleteView(view);
        leave();
        const perform = () =>
          void attempt(async () => {
            const restored = await restoreView(view);
            // Later changes are kept, too.
            const now = parseSearch(router.state.target.search);
            router.navigateSearch({ view: restored.id, ...now }, { replace: true });
            return formatMessage(messages.back, { name });
          });
        toast({
          text: formatMessage(messages.deleted, { name }),
          action: { label: formatMessage(undoLabel), perform },
        });
      } catch (error) {
        fail(error);
      }
      await refresh();
    },
  };
}
