import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { itemMessages } from './messages.ts';

test('the counter of a stack of assignees says how many more there are', () => {
  const { formatMessage } = createIntl({ locale: 'en' });
  expect(formatMessage(itemMessages.moreAssignees, { count: 4 })).toBe('4 more assignees');
});
