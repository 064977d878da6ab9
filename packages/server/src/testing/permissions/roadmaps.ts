import type { Visibility } from '@milepost/core/roles';
import { findVisibleGroup } from '../../modules/namespaces/commands.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import { createRoadmapLink, listRoadmapLinks, revokeRoadmapLink } from '../../modules/roadmaps/commands/links.ts';
import { moveToLane } from '../../modules/roadmaps/commands/lane-moves.ts';
import { updateRoadmapSettings } from '../../modules/roadmaps/commands/settings.ts';
import { setStaleLimit } from '../../modules/roadmaps/commands/stale-limit.ts';
import type { RoadmapLink } from '../../modules/roadmaps/store/links.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const group = (build: Builders, visibility: Visibility): Promise<Namespace> => build.group({ visibility });
const query = 'state=opened';

/** Links are created by commands only: the administrator creates them for the others. */
const link =
  (kind: 'page' | 'feed') =>
  async (build: Builders, visibility: Visibility): Promise<RoadmapLink> => {
    const { id } = await group(build, visibility);
    return (await createRoadmapLink(build.as('root'), id, { kind, name: 'Made', query })).link;
  };

export const roadmapPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'move an epic to another lane of a roadmap',
    least: 'planner',
    given: async (build, visibility) => build.epic({ group: await group(build, visibility) }),
    perform: (ctx, { id }) =>
      moveToLane(ctx, id, { to: [{ by: 'HEALTH', value: 'at_risk' }], read: null, values: null, dates: {} }),
  }),
  permission({
    operation: 'store one’s own settings of a roadmap',
    least: 'person',
    given: group,
    perform: (ctx, { id }) => updateRoadmapSettings(ctx, id, { show_labels: 'true' }),
  }),
  permission({
    operation: 'subscribe to the calendar of a roadmap',
    least: 'person',
    given: group,
    perform: (ctx, { id }) => createRoadmapLink(ctx, id, { kind: 'feed', name: 'Mine', query }),
  }),
  permission({
    operation: "revoke a calendar's address (administrators their own)",
    least: 'administrator',
    isHidden: true,
    given: link('feed'),
    perform: (ctx, { id }) => revokeRoadmapLink(ctx, id),
  }),
  permission({
    operation: 'set after how many days epics are stale',
    least: 'maintainer',
    given: group,
    perform: async (ctx, { id }) => setStaleLimit(ctx, await findVisibleGroup(ctx, id), { days: 14 }),
  }),
  permission({
    operation: 'create a public link to a roadmap',
    least: 'maintainer',
    given: group,
    perform: (ctx, { id }) => createRoadmapLink(ctx, id, { kind: 'page', name: 'For all', query }),
  }),
  permission({
    operation: 'list the public links to a roadmap',
    least: 'maintainer',
    isReading: true,
    given: group,
    perform: async (ctx, { id }) => listRoadmapLinks(ctx, await findVisibleGroup(ctx, id)),
  }),
  permission({
    operation: 'revoke a public link',
    least: 'maintainer',
    given: link('page'),
    perform: (ctx, { id }) => revokeRoadmapLink(ctx, id),
  }),
];
