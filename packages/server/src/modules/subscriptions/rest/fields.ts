import { plugInRest } from '../../work-items/rest/plugs.ts';
import { isSubscribedTo } from '../commands.ts';

/** The subscription field of epics and issues in REST, on single items only. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'subscriptions',
    faces: ['epic', 'issue'],
    async show(ctx, item, { isAlone }) {
      return isAlone ? { subscribed: await isSubscribedTo(ctx, item) } : {};
    },
  });
}
