import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { itemWords } from './words.ts';

test('the counter of a stack of assignees says how many more there are', () => {
  const { formatMessage } = createIntl({ locale: 'en' });
  expect(formatMessage(itemWords.moreAssignees, { count: 4 })).toBe('4 more assignees');
});
