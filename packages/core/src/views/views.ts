import { parseQuery, valueOf, type Query } from '../query.ts';

/** The pages whose filters and settings can be saved as a view. */
export const viewKinds = ['roadmap', 'issues', 'epics', 'board'] as const;
export type ViewKind = (typeof viewKinds)[number];

/** Limits of the views of a group or project, for each kind. */
export const viewLimits = {
  nameLength: 100,
  queryLength: 10_000,
  /** Shared views. */
  shared: 200,
  /** One person's own views. */
  own: 100,
} as const;

/** Validation errors of the name of a view, as predicates; empty when there are none. */
export function viewNameProblems(name: string): string[] {
  if (name.trim() === '') return ["can't be blank"];
  return name.length > viewLimits.nameLength ? [`is too long (maximum is ${viewLimits.nameLength} characters)`] : [];
}

/** The id of the view in a URL; null for none. */
export function viewIdOf(address: Query): string | null {
  const id = valueOf(address, 'view');
  return id !== null && /^[1-9]\d{0,14}$/.test(id) ? id : null;
}

/** Parameters of a single visit, which a view does not store: the epic of a roadmap, the item in the side peek. */
const visitKeys: ReadonlySet<string> = new Set(['view', 'epicIid', 'peek']);

/** Whether the only parameter of a URL is a view, which then determines all settings. */
export function isBareView(address: Query): boolean {
  return viewIdOf(address) !== null && address.every(([key]) => visitKeys.has(key));
}

/** Expands a URL with only a view to the view's query; any other URL is returned unchanged. */
export function expandView(address: Query, viewQuery: string): Query {
  return isBareView(address) ? [...address, ...parseQuery(viewQuery)] : address;
}
