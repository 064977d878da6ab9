import { linkAsStored, type LinkType } from '@milepost/core/links';
import type { WorkItemLink } from '../../modules/links/store.ts';
import type { WorkItem } from '../../modules/work-items/store.ts';
import type { World } from '../world.ts';

export interface LinkToBuild {
  from: Pick<WorkItem, 'id'>;
  to: Pick<WorkItem, 'id'>;
  /** The relation of `from` to `to`. */
  type?: LinkType;
  createdAt?: Date;
}

/** Creates links directly in the database, without policy. */
export function linkBuilders(world: World) {
  async function link({ from, to, type = 'relates_to', createdAt }: LinkToBuild): Promise<WorkItemLink> {
    return world.db
      .insertInto('workItemLinks')
      .values({ ...linkAsStored(from.id, type, to.id), ...(createdAt && { createdAt, updatedAt: createdAt }) })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  return { link };
}
