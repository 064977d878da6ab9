import { screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { Button } from '../../../ui/button/Button.tsx';
import { renderAt } from '../../../testing/page.tsx';
import { fixedOptions } from './fixed-options.ts';
import { PickWidget } from './PickWidget.tsx';

const people = ['Ada', 'Ben', 'Cleo'].map((title) => ({ value: title.toLowerCase(), title }));
const [ada, ben] = people;

/** A field with people, which somebody else changes by a button. */
function Field({ saved }: { saved: string[][] }): ReactNode {
  const [chosen, setChosen] = useState([ada!]);
  return (
    <>
      <PickWidget
        name="Assignees"
        mayEdit
        empty="None"
        value={chosen.map(({ title }) => title).join(', ')}
        chosen={chosen}
        options={fixedOptions('people', people)}
        multiple
        fetchFailed="Could not load"
        failed="Could not save"
        onSave={async (next) => void saved.push(next.map(({ title }) => title))}
      />
      <Button onClick={() => setChosen([ada!, ben!])}>Change elsewhere</Button>
    </>
  );
}

async function openList() {
  const saved: string[][] = [];
  const { user } = await renderAt('/', <Field saved={saved} />);
  const pencil = screen.getByRole('button', { name: 'Edit Assignees' });
  await user.click(pencil);
  await screen.findAllByRole('option');
  return { user, pencil, saved };
}

const shown = (): (string | null)[] =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('another press of the pencil saves what was chosen', async () => {
  const { user, pencil, saved } = await openList();
  await user.click(screen.getByRole('option', { name: 'Ben' }));
  await user.click(pencil);
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(saved).toEqual([['Ada', 'Ben']]);
});

test('a change of somebody else moves no row of an open list, and closing the list saves nothing that was not chosen', async () => {
  const { user, saved } = await openList();
  const before = shown();
  // A click without a press, which would close the list.
  screen.getByRole('button', { name: 'Change elsewhere' }).click();
  await screen.findByText('Ada, Ben');
  expect(shown()).toEqual(before);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(saved).toEqual([]);
});
