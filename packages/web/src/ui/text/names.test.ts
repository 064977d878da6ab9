import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { nameInText } from './names.ts';

test('OG-TK-11: the name of a service account says in a sentence what it is; that of a person stands alone', () => {
  const intl = createIntl({ locale: 'en' });
  expect(nameInText(intl, { name: 'Deploy', type: 'SERVICE_ACCOUNT' })).toBe('Deploy (service account)');
  expect(nameInText(intl, { name: 'Ada', type: 'HUMAN' })).toBe('Ada');
});
