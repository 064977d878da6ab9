import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Checkbox, SearchField, Select, TextArea, TextField } from './Field.tsx';

test('a field is known by its label, and its note or error is read with it', () => {
  const { rerender } = render(<TextField label="Path" note="The address will be /groups/a" defaultValue="a" />);
  const field = screen.getByRole('textbox', { name: 'Path' });
  expect(field).toHaveAccessibleDescription('The address will be /groups/a');
  expect(field).not.toBeInvalid();
  rerender(<TextField label="Path" note="The address will be /groups/a" error="Is a reserved name" defaultValue="a" />);
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Is a reserved name');
  expect(screen.getByRole('alert')).toHaveTextContent('Is a reserved name');
});

test('text areas, lists and boxes have their labels too', async () => {
  const changed = vi.fn<(value: unknown) => void>();
  render(
    <>
      <TextArea label="Description" />
      <Select label="Visibility" defaultValue="private">
        <option value="private">Private</option>
        <option value="public">Public</option>
      </Select>
      <Checkbox label="Remember me" onChange={(event) => changed(event.target.checked)} />
    </>,
  );
  expect(screen.getByRole('textbox', { name: 'Description' })).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Visibility' }), 'Public');
  expect(screen.getByRole('combobox', { name: 'Visibility' })).toHaveValue('public');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Remember me' }));
  expect(changed).toHaveBeenCalledWith(true);
});

test('a hidden label names its control and takes no space, so that the control is level with its neighbors', () => {
  render(
    <Select label="Sort by" isLabelHidden>
      <option>Title</option>
    </Select>,
  );
  const control = screen.getByRole('combobox', { name: 'Sort by' });
  const field = screen.getByText('Sort by').parentElement?.parentElement as HTMLElement;
  expect(field.getBoundingClientRect().height).toBe(control.getBoundingClientRect().height);
});

test('a search field says what it searches', async () => {
  const changed = vi.fn<(value: unknown) => void>();
  render(<SearchField label="Search epics" value="" onChange={changed} />);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search epics' }), 'k');
  expect(changed).toHaveBeenCalledWith('k');
});
