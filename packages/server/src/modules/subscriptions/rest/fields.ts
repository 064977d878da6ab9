import { plugInRest } from '../../work-items/rest/plugs.ts';
import { isSubscribedTo } from '../commands.ts';

/** What subscriptions add to epics and issues over REST: on a page of their own, whether the viewer is notified of them. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'subscriptions',
    faces: ['epic', 'issue'],
    async show(ctx, item, { isAlone }) {
      return isAlone ? { subscribed: await isSubscribedTo(ctx, item) } : {};
    },
  });
}
