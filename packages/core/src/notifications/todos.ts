/** The reason of a to-do, as the API names it. */
export const todoActions = [
  'assigned',
  'mentioned',
  'directly_addressed',
  'marked',
  'member_access_requested',
  'status_update_posted',
  'approval_required',
  'review_requested',
  'access_token_expiring',
] as const;
export type TodoAction = (typeof todoActions)[number];

export const todoStates = ['pending', 'done'] as const;
export type TodoState = (typeof todoStates)[number];

/** The maximum number of to-dos to restore, or to mark as done, in one call by ids. */
export const MAX_TODOS_PER_CALL = 100;

/** The text of a count: `99+` above 99. */
export function todoCountText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
