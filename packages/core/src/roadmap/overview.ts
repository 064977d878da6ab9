import { valueOf, type Query } from '../query.ts';

/** The name of the built-in view in an address. */
export const overviewName = 'overview';

/** Whether an address names the built-in view. */
export function isOverview(address: Query): boolean {
  return valueOf(address, 'view') === overviewName;
}
