import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreLostFocus } from './restore-focus.ts';
import { Row, Rows } from './list/Rows.tsx';
import { Dialog } from './overlay/Dialog.tsx';
import { Section } from './page/Page.tsx';

let end: () => void;
beforeEach(() => {
  end = restoreLostFocus();
});
afterEach(() => end());

/** When a list has the answer without the deleted row: before its dialog closes, with it, or after. */
type Refetch = 'before' | 'with' | 'after' | 'without a dialog';

function Tokens({ refetch }: { refetch: Refetch }) {
  const [shown, setShown] = useState(['ci', 'deploy', 'bot']);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = (name: string): void => setShown((now) => now.filter((each) => each !== name));
  const confirm = async (name: string): Promise<void> => {
    const close = () => setAsked(null);
    if (refetch === 'before') await Promise.resolve(remove(name)).then(later).then(close);
    else if (refetch === 'after')
      await Promise.resolve(close())
        .then(later)
        .then(() => remove(name));
    else {
      remove(name);
      close();
    }
  };
  const dialog = (name: string): ReactNode => (
    <Dialog title="Revoke the token?" onClose={() => setAsked(null)}>
      <button onClick={() => void confirm(name)}>Yes</button>
    </Dialog>
  );
  return (
    <IntlProvider locale="en">
      <main tabIndex={-1}>
        <Section title="Tokens">
          {shown.length === 0 ? (
            <p>No tokens</p>
          ) : (
            <Rows label="Tokens">
              {shown.map((name) => (
                <Row
                  key={name}
                  title={name}
                  end={
                    <>
                      {name !== 'ci' && <button>Rotate {name}</button>}
                      <button onClick={() => (refetch === 'without a dialog' ? remove(name) : setAsked(name))}>
                        Revoke {name}
                      </button>
                      {refetch === 'with' && asked === name && dialog(name)}
                    </>
                  }
                />
              ))}
            </Rows>
          )}
        </Section>
      </main>
      {refetch !== 'with' && asked !== null && dialog(asked)}
    </IntlProvider>
  );
}

const later = () => new Promise((resolve) => setTimeout(resolve, 5));

async function revoke(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: `Revoke ${name}` }));
  const yes = screen.queryByRole('button', { name: 'Yes' });
  if (yes) await userEvent.click(yes);
  await waitFor(() => expect(screen.queryByRole('button', { name: `Revoke ${name}` })).toBeNull());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test.each<Refetch>(['before', 'with', 'after', 'without a dialog'])(
  'a deleted row passes the focus to the next one, the last to the previous, the only one to the heading: refetched %s',
  async (refetch) => {
    render(<Tokens refetch={refetch} />);
    await revoke('deploy');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Revoke bot' })).toHaveFocus());
    await revoke('bot');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Revoke ci' })).toHaveFocus());
    await revoke('ci');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Tokens' })).toHaveFocus());
  },
);

test('a dialog whose opener is gone focuses the heading of its section', async () => {
  function Page() {
    const [hasToken, setHasToken] = useState(true);
    const [isAsking, setAsking] = useState(false);
    return (
      <IntlProvider locale="en">
        <Section title="Tokens">{hasToken && <button onClick={() => setAsking(true)}>Revoke</button>}</Section>
        {isAsking && (
          <Dialog title="Revoke the token?" onClose={() => setAsking(false)}>
            <button onClick={() => setHasToken(false)}>Yes</button>
          </Dialog>
        )}
      </IntlProvider>
    );
  }
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Tokens' })).toHaveFocus());
});

test('a row that is moved keeps the focus, and one that is removed while the focus is in a field takes nothing', async () => {
  function List() {
    const [names, setNames] = useState(['ci', 'deploy']);
    return (
      <>
        <input onChange={() => setNames(['ci'])} />
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button onClick={() => setNames(names.toReversed())}>{name}</button>
            </li>
          ))}
        </ul>
      </>
    );
  }
  render(<List />);
  await userEvent.click(screen.getByRole('button', { name: 'ci' }));
  await later();
  expect(screen.getByRole('button', { name: 'ci' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'deploy' }));
  await userEvent.type(screen.getByRole('textbox'), 'c');
  await later();
  expect(screen.getByRole('textbox')).toHaveFocus();
});
