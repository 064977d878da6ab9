import type { LabelId } from '@milepost/core/ids';
import { defaultLabelColor, textColorOn } from '@milepost/core/labels';
import { labelsById, type Label } from '../../modules/labels/store.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import type { WorkItem } from '../../modules/work-items/store.ts';
import { contextAs, type World } from '../world.ts';

export interface LabelToBuild {
  /** Its group or project. */
  namespace: Namespace;
  title?: string;
  description?: string;
  color?: string;
  priority?: number | null;
  archived?: boolean;
  /** Items with the label. */
  on?: readonly Pick<WorkItem, 'id'>[];
}

/** Creates labels directly in the database, without policy and scope exclusivity. */
export function labelBuilders(world: World) {
  async function label(wanted: LabelToBuild): Promise<Label> {
    const color = wanted.color ?? defaultLabelColor;
    const { id } = await world.db
      .insertInto('labels')
      .values({
        namespaceId: wanted.namespace.id,
        title: wanted.title ?? `label ${world.next()}`,
        description: wanted.description ?? '',
        color,
        textColor: textColorOn(color),
        priority: wanted.priority ?? null,
        archivedAt: wanted.archived ? new Date() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await putOn(id, wanted.on ?? []);
    return (await contextAs(world, 'root').load(labelsById, id)) as Label;
  }

  async function putOn(labelId: LabelId, items: readonly Pick<WorkItem, 'id'>[]): Promise<void> {
    if (items.length === 0) return;
    const rows = items.map((item) => ({ workItemId: item.id, labelId }));
    await world.db.insertInto('workItemLabels').values(rows).execute();
  }

  return { label };
}
