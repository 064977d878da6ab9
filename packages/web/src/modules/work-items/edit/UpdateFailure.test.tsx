import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { expect, test } from 'vitest';
import { NetworkError, ValidationError, type RequestError } from '../../../platform/api/errors.ts';
import { DeleteDialog } from '../actions/DeleteDialog.tsx';
import { UpdateFailure } from './UpdateFailure.tsx';

const said = (failure: RequestError) => {
  render(
    <IntlProvider locale="en">
      <UpdateFailure failure={failure} type="issue" />
    </IntlProvider>,
  );
  return screen.getByRole('alert').textContent;
};

test('the server’s message is appended', () => {
  expect(said(new ValidationError('Refused', { title: ['is too long'], base: ['not today'] }))).toBe(
    'Error updating issue. is too long, not today',
  );
});

test('where it said nothing, the message of the failure is', () => {
  expect(said(new NetworkError())).toMatch(/^Error updating issue\. .+/);
});

test('deleting an epic says what becomes of its children', () => {
  render(
    <IntlProvider locale="en">
      <DeleteDialog webPath="/groups/alpha/-/epics/5" isEpic typeName="Epic" onClose={() => undefined} />
    </IntlProvider>,
  );
  expect(screen.getByText('Delete this epic and release all child items?')).toBeInTheDocument();
});
