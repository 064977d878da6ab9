import { expect, test } from 'vitest';
import { textWithoutMarkup } from './plain.ts';

test('a text without markup has the words that a reader sees, and no ids of headings', () => {
  const source =
    '### Graduation *criteria*\n\n- [x] Add a [flag](https://example.com)\n\n```sh\nmake test\n```\n<!-- hidden -->';
  expect(textWithoutMarkup(source)).toBe('Graduation criteria Add a flag make test');
});
