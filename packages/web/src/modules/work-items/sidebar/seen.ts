import { epicColors } from '@milepost/core/work-items';
import { selectFieldNames, type SelectFieldName } from '@milepost/core/fields/select-fields';
import type { IntlShape } from 'react-intl';
import type { HealthStatus, IssuableSeverity, WorkItemValuesReadInput } from '../../../gen/graphql.ts';
import { RequestError } from '../../../platform/api/errors.ts';
import { present } from '../../../platform/api/graphql.ts';
import { printDay, readDay } from '../../../ui/field/days.ts';
import { itemMessages } from '../messages.ts';
import { severityMessages } from './messages.ts';
import { chosenValue, selectOptions, type SentSelects } from '../select-fields/fields.ts';

/** What a page knows of an item's single values. An issue has its health status in the field itself, an epic below it. */
export interface SeenItem extends SentSelects {
  milestone?: { id: string; title: string } | null;
  iteration?: { id: string; title?: string | null; iterationCadence: { title: string } } | null;
  status?: { id?: string | null; name?: string | null } | null;
  weight?: number | null;
  healthStatus?: HealthStatus | { own?: HealthStatus | null } | null;
  startDate?: string | null;
  dueDate?: string | null;
  color?: string | null;
  severity?: IssuableSeverity | null;
  assignees?: { nodes?: readonly ({ id: string; name: string } | null)[] | null } | null;
}

export type SeenField =
  | 'milestone'
  | 'iteration'
  | 'status'
  | 'weight'
  | 'healthStatus'
  | 'startDate'
  | 'dueDate'
  | 'color'
  | 'severity'
  | 'assignees'
  | SelectFieldName;

/** The field that is changed, and the item as it was when its editor opened. */
export interface Seen {
  field: SeenField;
  item: SeenItem;
}

const healthOf = ({ healthStatus: health }: SeenItem): HealthStatus | null =>
  (typeof health === 'object' ? health?.own : health) ?? null;
const isSelect = (field: SeenField): field is SelectFieldName =>
  (selectFieldNames as readonly string[]).includes(field);

/** The seen value, for the server to compare. */
export function valuesReadOf({ field, item }: Seen): WorkItemValuesReadInput {
  switch (field) {
    case 'milestone':
    case 'iteration':
      return { [`${field}Id`]: item[field]?.id ?? null };
    case 'status':
      // Every item has one; it was not read where statuses are switched off.
      return item.status?.id ? { statusId: item.status.id } : {};
    case 'healthStatus':
      return { healthStatus: healthOf(item) };
    case 'assignees':
      return { assigneeIds: present(item.assignees?.nodes).map(({ id }) => id) };
    default:
      return { [field]: item[field] ?? null };
  }
}

/** A value in words; empty for none. */
export function describeSeen(field: SeenField, item: SeenItem, intl: IntlShape): string {
  if (isSelect(field)) {
    return selectOptions(field, intl).find(({ value }) => value === chosenValue(item, field))?.title ?? '';
  }
  switch (field) {
    case 'milestone':
      return item.milestone?.title ?? '';
    case 'iteration':
      return item.iteration?.title ?? item.iteration?.iterationCadence.title ?? '';
    case 'status':
      return item.status?.name ?? '';
    case 'weight':
      return typeof item.weight === 'number' ? intl.formatNumber(item.weight) : '';
    case 'healthStatus': {
      const health = healthOf(item);
      return health ? intl.formatMessage(itemMessages[health]) : '';
    }
    case 'startDate':
    case 'dueDate': {
      const day = readDay(item[field] ?? null);
      return day === null ? '' : printDay(intl, day);
    }
    case 'color':
      return item.color ? nameOfColor(item.color) : '';
    case 'severity':
      return item.severity ? intl.formatMessage(severityMessages[item.severity]) : '';
    case 'assignees':
      return intl.formatList(present(item.assignees?.nodes).map(({ name }) => name));
    default:
      return field satisfies never;
  }
}

/** The name of a suggested color; any other as its code. */
export function nameOfColor(color: string): string {
  const trimmed = color.trim();
  return epicColors.find((each) => each.color === trimmed.toLowerCase())?.name ?? trimmed;
}

/** Somebody else changed the field since its editor opened: nothing was saved. */
export class StaleFieldError extends RequestError {
  override name = 'StaleFieldError';
  constructor(
    message: string,
    readonly conflict: FieldConflict,
  ) {
    super(message);
  }
}

export interface FieldConflict {
  field: SeenField;
  /** The name of who changed it, if known. */
  by: string | null;
  now: SeenItem;
  wanted: SeenItem;
  overwrite(): Promise<void>;
}
