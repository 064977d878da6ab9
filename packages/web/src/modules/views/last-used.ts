import { localSetting } from '../../ui/local-setting.ts';
import { session } from '../../platform/session/session.ts';
import type { ViewPage } from './api.ts';

/** Pages whose last view is stored. */
const MAX_PAGES = 50;

interface Used {
  userId: number | undefined;
  /** The page and the view; the latest one last. */
  views: readonly (readonly [page: string, id: string])[];
}

/** The views that a person used last in this browser. */
const used = localSetting<Used>('views.used', read, (value) =>
  value.views.length === 0 ? null : JSON.stringify(value),
);

const keyOf = ({ kind, home }: ViewPage): string => `${kind} ${home.kind} ${home.fullPath}`;

/** The view that the viewer used last on a page; null for none, or if another person used this browser. */
export function lastUsedView(page: ViewPage): string | null {
  const { userId, views } = used.get();
  if (userId !== session().viewer?.id) return null;
  return views.find(([key]) => key === keyOf(page))?.[1] ?? null;
}

/** Stores the view of a page for the next visit; null to show the page without one. */
export function storeLastView(page: ViewPage, id: string | null): void {
  if (lastUsedView(page) === id) return;
  const userId = session().viewer?.id;
  const now = used.get();
  const others = now.userId === userId ? now.views.filter(([key]) => key !== keyOf(page)) : [];
  used.set({ userId, views: id === null ? others : [...others, [keyOf(page), id] as const].slice(-MAX_PAGES) });
}

function read(stored: string | null): Used {
  try {
    const { userId, views } = JSON.parse(stored ?? '{}') as Partial<Used>;
    const isPair = (pair: unknown) =>
      Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
    return { userId, views: Array.isArray(views) ? views.filter(isPair) : [] };
  } catch {
    return { userId: undefined, views: [] };
  }
}
