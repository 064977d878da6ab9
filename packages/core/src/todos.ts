/** Why something waits for somebody, in the words of the API. */
export const todoActions = ['assigned', 'mentioned', 'directly_addressed', 'marked'] as const;
export type TodoAction = (typeof todoActions)[number];

export const todoStates = ['pending', 'done'] as const;
export type TodoState = (typeof todoStates)[number];

/** So many a person may restore, or mark as done, in one call by their ids. */
export const mostTodosAtOnce = 100;

/** Clients call whoever has to be told that a list is long: beyond this a count is shown as `99+`. */
export function todoCountText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
