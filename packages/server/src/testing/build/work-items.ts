import type { MilestoneId, WorkItemId } from '@milepost/core/ids';
import { partOf } from '@milepost/core/hierarchy';
import type { HealthStatus, WorkItemState, WorkItemType } from '@milepost/core/work-items';
import { addChange } from '../../modules/hierarchy/store/rollups.ts';
import { namespaceById, nextIid, type Namespace } from '../../modules/namespaces/store.ts';
import { workItemsById, type WorkItem } from '../../modules/work-items/store.ts';
import { insertWorkItem } from '../../modules/work-items/store/writing.ts';
import type { namespaceBuilders } from '../build.ts';
import type { Person } from '../cast.ts';
import { contextAs, type World } from '../world.ts';

export interface WorkItemToBuild {
  title?: string;
  description?: string;
  author?: Person | null;
  assignees?: readonly Person[];
  parent?: Pick<WorkItem, 'id'> | null;
  state?: WorkItemState;
  confidential?: boolean;
  /** `YYYY-MM-DD`, fixed. Nothing is inherited: use a command for that. */
  startDate?: string | null;
  dueDate?: string | null;
  weight?: number | null;
  healthStatus?: HealthStatus | null;
  color?: string | null;
  milestoneId?: MilestoneId | null;
  relativePosition?: number;
  createdAt?: Date;
  updatedAt?: Date;
}

export interface EpicToBuild extends WorkItemToBuild {
  /** The parent's group, or a new private one with the whole cast. */
  group?: Namespace;
}

export interface IssueToBuild extends WorkItemToBuild {
  /** A new project in the parent's group, or in a new one with the whole cast. */
  project?: Namespace;
  type?: Exclude<WorkItemType, 'epic'>;
}

/** Creates epics and issues directly in the database, without policy; roll-ups above are updated. */
export function workItemBuilders(world: World, build: ReturnType<typeof namespaceBuilders>) {
  async function epic(wanted: EpicToBuild = {}): Promise<WorkItem> {
    const parent = await read(wanted.parent);
    const group =
      wanted.group ?? (parent && (await namespaceById(world.db, parent.namespaceId))) ?? (await build.group());
    return workItem('epic', group, parent, wanted);
  }

  async function issue(wanted: IssueToBuild = {}): Promise<WorkItem> {
    const parent = await read(wanted.parent);
    const home = wanted.project ?? (parent && (await namespaceById(world.db, parent.namespaceId)));
    const project = home?.kind === 'project' ? home : await build.project(home ? { group: home } : {});
    return workItem(wanted.type ?? 'issue', project, parent, wanted);
  }

  async function workItem(
    type: WorkItemType,
    namespace: Namespace,
    parent: WorkItem | null,
    wanted: WorkItemToBuild,
  ): Promise<WorkItem> {
    const state = wanted.state ?? 'opened';
    const author = wanted.author === undefined ? 'ada' : wanted.author;
    const id = await world.db.transaction().execute(async (trx) => {
      const row = await insertWorkItem(trx, {
        rootId: namespace.rootId,
        namespaceId: namespace.id,
        iid: await nextIid(trx, namespace.id, 'work_items'),
        type,
        title: wanted.title ?? `${type} ${world.next()}`,
        description: wanted.description ?? '',
        descriptionHtml: wanted.description ? `<p>${wanted.description}</p>\n` : '',
        state,
        closedAt: state === 'closed' ? new Date() : null,
        isConfidential: wanted.confidential ?? false,
        authorId: author && world.userIds[author],
        startDate: wanted.startDate ?? null,
        dueDate: wanted.dueDate ?? null,
        startDateFixed: wanted.startDate ?? null,
        dueDateFixed: wanted.dueDate ?? null,
        startDateIsFixed: type !== 'epic' || Boolean(wanted.startDate),
        dueDateIsFixed: type !== 'epic' || Boolean(wanted.dueDate),
        weight: wanted.weight ?? null,
        healthStatus: wanted.healthStatus ?? null,
        color: wanted.color ?? null,
        milestoneId: wanted.milestoneId ?? null,
        parentId: parent?.id ?? null,
        ancestorIds: parent ? [...parent.ancestorIds, parent.id] : [],
        relativePosition: wanted.relativePosition ?? world.next() * 500,
        ...(wanted.createdAt && { createdAt: wanted.createdAt }),
        ...(wanted.updatedAt && { updatedAt: wanted.updatedAt }),
      });
      const assignees = (wanted.assignees ?? []).map((name) => ({ workItemId: row.id, userId: world.userIds[name] }));
      if (assignees.length > 0) await trx.insertInto('workItemAssignees').values(assignees).execute();
      await addChange(trx, row, row.ancestorIds, [partOf(row)]);
      return row.id;
    });
    return (await read({ id })) as WorkItem;
  }

  /** The current item. */
  async function read(item: { id: WorkItemId } | null | undefined): Promise<WorkItem | null> {
    return item ? contextAs(world, 'root').load(workItemsById, item.id) : null;
  }

  return { epic, issue, reread: read };
}
