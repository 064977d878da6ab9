import type { SearchChange } from '../../platform/navigation/search.ts';
import type { ListedView, ViewPage } from './api.ts';

/** A page that has views, and what it shows now. */
export interface ViewScene extends ViewPage {
  /** What a view would store. */
  query: string;
  /** The same for the query of a view, which may come from an older version. */
  canonical(query: string): string;
  /** Shows a query: that of a view, or without one. By default its parameters replace those of the address. */
  show?(search: SearchChange, query: string): void;
}

/** What a menu delegates to a dialog. */
export type ViewTask = { kind: 'save'; canShare: boolean } | { kind: 'rename'; view: ListedView };
