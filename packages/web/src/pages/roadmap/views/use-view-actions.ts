import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { parseQuery } from '@milepost/core/query';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { writeSettings } from '@milepost/core/roadmap/settings';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { savedView } from '../settings/saved-views.ts';
import { queryOf } from '../settings/use-current-view.ts';
import { useRouter } from '../../../platform/navigation/router-context.ts';
import { parseSearch, recordOf } from '../../../platform/navigation/search.ts';
import { deleteView, restoreView, updateView, viewsOf, type ListedView } from './api.ts';
import { viewMessages as messages } from './messages.ts';

/** The actions of the view menu. Errors are shown as toasts, with the server's message. */
export function useViewActions(fullPath: string, settings: RoadmapSettings) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const client = useQueryClient();
  const router = useRouter();
  const refresh = useCallback(
    () => client.invalidateQueries({ queryKey: viewsOf(fullPath).queryKey }),
    [client, fullPath],
  );
  const go = useCallback(
    (query: string, id: string | null) =>
      router.navigateSearch(recordOf([...(id === null ? [] : [['view', id] as const]), ...parseQuery(query)]), {
        replace: true,
      }),
    [router],
  );
  const attempt = useCallback(
    async (work: () => Promise<string>) => {
      try {
        toast({ text: await work() });
      } catch (error) {
        toast({ text: formatMessage(messages.wentWrong, { reason: error instanceof Error ? error.message : '' }) });
      }
      await refresh();
    },
    [formatMessage, refresh],
  );
  return {
    apply: (view: ListedView) => go(view.query, view.id),
    leave: () => router.navigateSearch(recordOf(writeSettings(settings)), { replace: true }),
    async save(view: ListedView) {
      const query = queryOf(settings);
      try {
        await updateView(view, { query });
        go(query, view.id);
        toast({ text: formatMessage(messages.saved, { name: view.name }) });
      } catch (error) {
        await client.fetchQuery({ ...viewsOf(fullPath), staleTime: 0 }).catch(() => undefined);
        const now = savedView(view.id);
        if (now && now.lockVersion !== view.lockVersion) {
          const action = { label: formatMessage(messages.look), perform: () => go(now.query, now.id) };
          toast({ text: formatMessage(messages.stale, { name: now.name }), action });
        } else {
          toast({ text: formatMessage(messages.wentWrong, { reason: error instanceof Error ? error.message : '' }) });
        }
      }
      await refresh();
    },
    share: (view: ListedView) =>
      attempt(async () => {
        const { name, shared } = await updateView(view, { shared: !view.shared });
        return formatMessage(shared ? messages.nowShared : messages.nowOwn, { name });
      }),
    async remove(view: ListedView) {
      const { name } = view;
      try {
        await deleteView(view);
        // The roadmap is unchanged; only its name is removed.
        router.navigateSearch(recordOf(writeSettings(settings)), { replace: true });
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
          action: { label: formatMessage(messages.undo), perform },
        });
      } catch (error) {
        toast({ text: formatMessage(messages.wentWrong, { reason: error instanceof Error ? error.message : '' }) });
      }
      await refresh();
    },
  };
}
