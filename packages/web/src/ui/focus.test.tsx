import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { EmptyState } from './feedback/Alert.tsx';

/** A page whose list is empty until its filters are cleared. */
function Page({ opensField = false }: { opensField?: boolean }) {
  const [isEmpty, setEmpty] = useState(true);
  const clear = <button onClick={() => setEmpty(false)}>Clear filters</button>;
  return (
    <main id="content" tabIndex={-1}>
      {isEmpty && <EmptyState title="No match" actions={clear} />}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      {!isEmpty && opensField && <input autoFocus />}
    </main>
  );
}

test('clearing the filters of an empty list moves the focus to the content, not to the top of the page', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('a field that replaces the empty list keeps the focus', async () => {
  render(<Page opensField />);
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(screen.getByRole('textbox')).toHaveFocus();
});
