import type { WorkItemType } from '@milepost/core/work-items';
import type { IntlShape } from 'react-intl';
import { NotFoundError } from '../../../platform/api/errors.ts';
import { itemMessages } from '../../work-items/messages.ts';
import { treeMessages as messages } from './messages.ts';

type Format = IntlShape['formatMessage'];

/** The displayed type: an incident counts as an issue. */
export function typeName(formatMessage: Format, type: WorkItemType): string {
  if (type === 'epic' || type === 'task') return formatMessage(itemMessages[type]);
  return formatMessage(itemMessages.issue);
}

/** The messages when an item could not be removed from its parent. */
export function removalFailure(formatMessage: Format, error: unknown, type: string): string {
  return error instanceof NotFoundError
    ? formatMessage(messages.notFound, { type })
    : formatMessage(messages.removeFailed, { type: type.toLowerCase() });
}
