import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderAt } from '../../../testing/page.tsx';
import { NewIssueTitle } from './NewIssueTitle.tsx';

function Page() {
  const [filter, setFilter] = useState('');
  return (
    <>
      <input aria-label="Filter" value={filter} onChange={({ target }) => setFilter(target.value)} />
      <NewIssueTitle
        home={{ kind: 'project', fullPath: 'castle/tower' }}
        label="Title"
        reload={['issues']}
        create={() => Promise.resolve()}
        onClose={() => undefined}
      />
    </>
  );
}

test('the field has the focus when it opens, and does not take it back when the page renders again', async () => {
  const { user } = await renderAt('/', <Page />);
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await user.click(screen.getByRole('textbox', { name: 'Filter' }));
  await user.keyboard('moat');
  expect(screen.getByRole('textbox', { name: 'Filter' })).toHaveValue('moat');
});
