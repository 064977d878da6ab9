import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { expect, test } from 'vitest';
import { ChangeRefusedError, GraphQLRequestError, type RequestError } from '../api/errors.ts';
import { FormFailure } from './FormFailure.tsx';

test.each<[string, RequestError, RegExp]>([
  [
    'a page that the server no longer knows is to be loaded again',
    new GraphQLRequestError(['404 Not Found'], true),
    /has been updated.*reload the page/,
  ],
  ['a refusal without a word is no empty alert', new ChangeRefusedError([]), /Something went wrong on the server/],
  ['what the server says is shown as it is', new ChangeRefusedError(['Title is taken']), /^Title is taken$/],
])('%s', (_title, failure, reason) => {
  render(
    <IntlProvider locale="en">
      <FormFailure failure={failure} />
    </IntlProvider>,
  );
  expect(screen.getByRole('alert').textContent).toMatch(reason);
});
