import type { WorkItemType } from '@milepost/core/work-items';
import type { IntlShape } from 'react-intl';
import { MissingError } from '../../platform/api/errors.ts';
import { itemWords } from '../work-items/words.ts';
import { treeWords as words } from './words.ts';

type Format = IntlShape['formatMessage'];

/** What people call it: an incident is an issue too. */
export function typeWord(formatMessage: Format, type: WorkItemType): string {
  if (type === 'epic' || type === 'task') return formatMessage(itemWords[type]);
  return formatMessage(itemWords.issue);
}

/** What is said when an item could not be taken out of its parent. */
export function removalFailure(formatMessage: Format, error: unknown, type: string): string {
  return error instanceof MissingError
    ? formatMessage(words.notFound, { type })
    : formatMessage(words.removeFailed, { type: type.toLowerCase() });
}
