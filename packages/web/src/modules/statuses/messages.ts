import type { WorkItemStatusCategoryEnum } from '../../gen/graphql.ts';
import { defineMessages } from '../../ui/text/messages.ts';

/** The names of the categories, in order. */
export const categoryMessages = defineMessages({
  TRIAGE: { id: 'status.triage', defaultMessage: 'Triage' },
  TO_DO: { id: 'status.toDo', defaultMessage: 'To do' },
  IN_PROGRESS: { id: 'status.inProgress', defaultMessage: 'In progress' },
  DONE: { id: 'status.done', defaultMessage: 'Done' },
  CANCELED: { id: 'status.canceled', defaultMessage: 'Canceled' },
});

export const iconMessages = defineMessages({
  'status-neutral': { id: 'statusIcon.neutral', defaultMessage: 'Dashed circle' },
  'status-waiting': { id: 'statusIcon.waiting', defaultMessage: 'Circle with dot' },
  'status-running': { id: 'statusIcon.running', defaultMessage: 'Dashed circle with dot' },
  'status-success': { id: 'statusIcon.success', defaultMessage: 'Check mark' },
  'status-cancelled': { id: 'statusIcon.cancelled', defaultMessage: 'Cross' },
  'status-paused': { id: 'statusIcon.paused', defaultMessage: 'Pause' },
  'status-blocked': { id: 'statusIcon.blocked', defaultMessage: 'Blocked' },
  'status-review': { id: 'statusIcon.review', defaultMessage: 'Eye' },
  'status-testing': { id: 'statusIcon.testing', defaultMessage: 'Flask' },
  'status-released': { id: 'statusIcon.released', defaultMessage: 'Rocket' },
  'status-duplicate': { id: 'statusIcon.duplicate', defaultMessage: 'Copy' },
  'status-question': { id: 'statusIcon.question', defaultMessage: 'Question mark' },
});

export type Category = WorkItemStatusCategoryEnum;
export const categories = Object.keys(categoryMessages) as readonly Category[];

/** Whether items in a status of this category are closed. */
export const isClosed = (category: Category | null | undefined): boolean =>
  category === 'DONE' || category === 'CANCELED';

/** Whether a status is worth a column: those that every open and closed item has by default only repeat the state. */
export const saysMoreThanState = (status: { id?: string | null } | null | undefined): boolean =>
  Boolean(status?.id) && !/::SystemDefined::Status\/[13]$/.test(status?.id ?? '');
