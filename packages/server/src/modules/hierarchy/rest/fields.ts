import { NotFoundError } from '@milepost/core/errors';
import { healthBelow } from '@milepost/core/hierarchy';
import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import { webPathOf } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { plugInRest, type RestFields, type WriteScope } from '../../work-items/rest/plugs.ts';
import { nullableId } from '../../work-items/rest/values.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import { visibleWorkItem, visibleWorkItemAt, type WorkItem } from '../../work-items/store.ts';
import { inheritedDatesOf } from '../store/dates.ts';
import { rollupSeenBelow } from '../store/rollups.ts';

/** The hierarchy fields of epics and issues in REST: visible parents. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'hierarchy of epics',
    faces: ['epic'],
    async show(ctx, epic): Promise<RestFields> {
      const [parent, dates, health] = await Promise.all([
        visibleWorkItem(ctx, epic.parentId),
        showInherited(ctx, epic),
        showHealth(ctx, epic),
      ]);
      const own = { ...dates, ...health };
      if (!parent) return own;
      const parentAddress = `${ctx.baseUrl}/api/v4/groups/${parent.namespaceId}/epics/${parent.iid}`;
      return { ...own, parent_id: parent.id, parent_iid: parent.iid, _links: { parent: parentAddress } };
    },
    write: { properties: { parent_id: nullableId }, read: ({ parent_id }) => ({ parentId: parentIdOf(parent_id) }) },
  });
  plugInRest({
    name: 'hierarchy of issues',
    faces: ['issue'],
    show: async (ctx, issue) => showEpic(await epicAbove(ctx, issue)),
    write: {
      properties: {
        epic_id: nullableId,
        epic_iid: Type.Optional(
          Type.Union([Type.Integer(), Type.Literal(''), Type.Null()], {
            description: 'In the group of the project; the older form of epic_id',
          }),
        ),
      },
      read: async ({ epic_id, epic_iid }, scope) => ({
        parentId: epic_id === undefined ? await epicIdAt(scope, epic_iid) : parentIdOf(epic_id),
      }),
    },
  });
}

/** The epic's own health status, otherwise the worst one of its open issues, marked as rolled up. */
async function showHealth(ctx: Context, epic: WorkItem): Promise<RestFields> {
  if (!hasFeature(epic.scope, 'health_status')) return { health_status: null, health_status_is_rolled_up: false };
  if (epic.healthStatus !== null) return { health_status: epic.healthStatus, health_status_is_rolled_up: false };
  const health = healthBelow(await rollupSeenBelow(ctx, epic));
  return { health_status: health, health_status_is_rolled_up: health !== null };
}

/** The inherited dates of an epic whose dates are fixed: for those who may change them. */
async function showInherited(ctx: Context, epic: WorkItem): Promise<RestFields> {
  const { startDateIsFixed, dueDateIsFixed } = epic;
  if ((!startDateIsFixed && !dueDateIsFixed) || !ctx.can(workItemPolicy.plan, epic)) return {};
  const inherited = await ctx.load(inheritedDatesOf, epic.id);
  const [start, due] = [inherited?.start?.date ?? null, inherited?.due?.date ?? null];
  return {
    ...(startDateIsFixed && { start_date_from_inherited_source: start, start_date_from_milestones: start }),
    ...(dueDateIsFixed && { due_date_from_inherited_source: due, due_date_from_milestones: due }),
  };
}

/** Zero and null mean "no parent"; undefined leaves it unchanged. */
function parentIdOf(id: number | '' | null | undefined): WorkItemId | null | undefined {
  return id === undefined ? undefined : ((id || null) as WorkItemId | null);
}

async function epicIdAt(
  { ctx, namespace }: WriteScope,
  iid: number | '' | null | undefined,
): Promise<WorkItemId | null | undefined> {
  if (iid === undefined || !iid) return parentIdOf(iid);
  const group = { id: namespace.parentId ?? (0 as NamespaceId) };
  const epic = await visibleWorkItemAt(ctx, { namespace: group, iid, types: ['epic'] });
  if (!epic) throw new NotFoundError('Epic');
  return epic.id;
}

/** The parent of a task is an issue, never an epic. */
async function epicAbove(ctx: Context, issue: WorkItem): Promise<WorkItem | null> {
  const parent = await visibleWorkItem(ctx, issue.parentId);
  return parent?.type === 'epic' ? parent : null;
}

function showEpic(epic: WorkItem | null): RestFields {
  if (!epic) return { epic_iid: null, epic: null };
  const { id, iid, title, namespaceId } = epic;
  return { epic_iid: iid, epic: { id, iid, title, url: webPathOf(epic), group_id: namespaceId } };
}
