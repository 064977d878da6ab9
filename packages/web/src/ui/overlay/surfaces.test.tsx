import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog, Drawer } from './Dialog.tsx';
import { toast, ToastRegion } from './Toast.tsx';
import { TooltipLayer } from './TooltipLayer.tsx';

afterEach(() => vi.useRealTimers());

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

function Question() {
  const [isOpen, setOpen] = useState(false);
  return (
    <IntlProvider locale="en">
      <button onClick={() => setOpen(true)}>Revoke</button>
      {isOpen && (
        <Dialog
          title="Revoke the token?"
          onClose={() => setOpen(false)}
          footer={
            <>
              <button data-autofocus onClick={() => setOpen(false)}>
                Cancel
              </button>
              <button>Yes</button>
            </>
          }
        >
          It stops working at once.
        </Dialog>
      )}
    </IntlProvider>
  );
}

test('a dialog has its title as its name, begins on the safe button and gives the focus back', async () => {
  render(<Question />);
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  expect(screen.getByRole('dialog', { name: 'Revoke the token?' })).toHaveTextContent('It stops working at once.');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Revoke' })).toHaveFocus();
});

test('Escape and a press on the ground close a dialog', async () => {
  render(<Question />);
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  fireEvent.pointerDown(screen.getByText('It stops working at once.'));
  expect(screen.getByRole('dialog')).toBeVisible();
  fireEvent.pointerDown(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a drawer takes the focus to its heading, Escape closes it and goes back to its opener', async () => {
  function Settings() {
    const [opener, setOpener] = useState<HTMLElement | null>(null);
    return (
      <IntlProvider locale="en">
        <button onClick={(event) => setOpener(event.currentTarget)}>Settings</button>
        {opener && (
          <Drawer title="Settings of it" opener={opener} onClose={() => setOpener(null)}>
            Parts
          </Drawer>
        )}
      </IntlProvider>
    );
  }
  render(<Settings />);
  await userEvent.click(screen.getByRole('button', { name: 'Settings' }));
  expect(screen.getByRole('heading', { name: 'Settings of it' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Settings' })).toHaveFocus();
});

test('a toast is a status, waits eight seconds, and longer while the pointer is on it', () => {
  vi.useFakeTimers();
  render(
    <IntlProvider locale="en">
      <ToastRegion />
    </IntlProvider>,
  );
  act(() => toast({ text: 'Reference copied' }));
  expect(screen.getByRole('status')).toHaveTextContent('Reference copied');
  pass(7900);
  fireEvent.pointerEnter(screen.getByText('Reference copied').parentElement as HTMLElement);
  pass(20_000);
  expect(screen.getByText('Reference copied')).toBeVisible();
  fireEvent.pointerLeave(screen.getByText('Reference copied').parentElement as HTMLElement);
  pass(8000);
  expect(screen.queryByText('Reference copied')).toBeNull();
});

test('the action of a toast runs once and takes the toast away', async () => {
  const undo = vi.fn<() => void>();
  render(
    <IntlProvider locale="en">
      <ToastRegion />
    </IntlProvider>,
  );
  act(() => toast({ text: 'Converted to task', action: { label: 'Undo', perform: undo } }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText('Converted to task')).toBeNull();
});

test('a toast replaces an earlier one with the same key, and no other', () => {
  render(
    <IntlProvider locale="en">
      <ToastRegion />
    </IntlProvider>,
  );
  const undo = { label: 'Undo', perform: () => undefined };
  act(() => {
    toast({ text: 'Reference copied' });
    toast({ text: 'Moved to May', about: 'dates', action: undo });
    toast({ text: 'Moved back', about: 'dates' });
  });
  expect(screen.queryByText('Moved to May')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(screen.getByText('Moved back')).toBeVisible();
  expect(screen.getByText('Reference copied')).toBeVisible();
});

test('a tooltip comes after a rest, and leaves with Escape', () => {
  vi.useFakeTimers();
  render(
    <>
      <button data-tooltip="Search">S</button>
      <TooltipLayer />
    </>,
  );
  fireEvent.pointerOver(screen.getByRole('button'));
  pass(300);
  expect(screen.queryByRole('tooltip')).toBeNull();
  pass(200);
  expect(screen.getByRole('tooltip')).toHaveTextContent('Search');
  fireEvent.pointerOver(screen.getByRole('tooltip'));
  pass(2000);
  expect(screen.getByRole('tooltip')).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('a text that is not cut off needs no tooltip', () => {
  vi.useFakeTimers();
  render(
    <>
      <span data-tooltip-cut="">A long title</span>
      <TooltipLayer />
    </>,
  );
  const title = screen.getByText('A long title');
  fireEvent.pointerOver(title);
  pass(500);
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerOver(document.body);
  Object.defineProperty(title, 'scrollWidth', { value: 300 });
  fireEvent.pointerOver(title);
  pass(500);
  expect(screen.getByRole('tooltip')).toHaveTextContent('A long title');
});
