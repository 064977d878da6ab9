import type { WorkItemType } from '@milepost/core/work-items';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import type { ShownLabel } from '../../labels/api.ts';
import type { ShownStatus } from '../../statuses/api.ts';
import type { HealthStatus } from '../../work-items/health.ts';
import type { ItemChange } from '../../work-items/sidebar/save.ts';
import type { ShownIteration, ShownMilestone, ShownPerson } from '../../work-items/sidebar/options.tsx';

/** The values of an item that can be edited in a list. */
export interface CellValues {
  title: string;
  labels: readonly ShownLabel[];
  status: ShownStatus | null;
  assignees: readonly ShownPerson[];
  milestone: Pick<ShownMilestone, 'id' | 'title'> | null;
  iteration: ShownIteration | null;
  weight: number | null;
  health: HealthStatus | null;
  /** `YYYY-MM-DD`. */
  startDate: string | null;
  dueDate: string | null;
}
export type CellName = keyof CellValues;

/** In the order of {@link CellValues}. */
export const cellNames = [
  'title',
  'labels',
  'status',
  'assignees',
  'milestone',
  'iteration',
  'weight',
  'health',
  'startDate',
  'dueDate',
] as const satisfies readonly CellName[];

/** An item in a list, and which of its cells the viewer may edit. */
export interface EditableItem {
  id: string;
  iid: string;
  type: WorkItemType;
  /** The group or project of the item. */
  home: NamespaceRef;
  isOpen: boolean;
  values: CellValues;
  /** Of epics: whether each date is fixed by hand; otherwise it is inherited. */
  isFixed?: Readonly<Record<'startDate' | 'dueDate', boolean>>;
  mayEdit(cell: CellName): boolean;
}

/** The change that gives a cell of an item another value. */
export function changeOf(cell: CellName, from: CellValues, to: CellValues): ItemChange {
  switch (cell) {
    case 'title':
      return { title: to.title };
    case 'labels': {
      const [before, after] = [from.labels.map(({ id }) => id), to.labels.map(({ id }) => id)];
      return {
        labelsWidget: {
          addLabelIds: after.filter((id) => !before.includes(id)),
          removeLabelIds: before.filter((id) => !after.includes(id)),
        },
      };
    }
    case 'status':
      return { statusWidget: { status: to.status?.id ?? null } };
    case 'assignees':
      return { assigneesWidget: { assigneeIds: to.assignees.map(({ id }) => id) } };
    case 'milestone':
      return { milestoneWidget: { milestoneId: to.milestone?.id ?? null } };
    case 'iteration':
      return { iterationWidget: { iterationId: to.iteration?.id ?? null } };
    case 'weight':
      return { weightWidget: { weight: to.weight } };
    case 'health':
      return { healthStatusWidget: { healthStatus: to.health } };
    case 'startDate':
      return { startAndDueDateWidget: { startDate: to.startDate } };
    case 'dueDate':
      return { startAndDueDateWidget: { dueDate: to.dueDate } };
    default:
      return cell satisfies never;
  }
}

/** Whether a cell has the same value. */
export function isSame(cell: CellName, one: CellValues, other: CellValues): boolean {
  return identityOf(cell, one) === identityOf(cell, other);
}

function identityOf(cell: CellName, values: CellValues): string {
  const value = values[cell];
  if (value === null || typeof value !== 'object') return String(value ?? '');
  return 'id' in value
    ? String(value.id)
    : value
        .map(({ id }) => id)
        .toSorted()
        .join(' ');
}
