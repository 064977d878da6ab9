import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';

test('a press runs the work', async () => {
  const onClick = vi.fn<() => void>();
  render(<Button onClick={onClick}>Save changes</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(onClick).toHaveBeenCalledOnce();
});

test('a busy button keeps its size and name, and ignores presses', async () => {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: { preventDefault(): void }) => void>((event) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        Save changes
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Save changes' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button);
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});
