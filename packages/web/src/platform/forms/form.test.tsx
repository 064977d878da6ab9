import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { useForm } from './form.ts';
import { FormFailure } from './FormFailure.tsx';
import { sendJson } from '../api/http.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { Link } from '../navigation/Link.tsx';

afterEach(() => vi.unstubAllGlobals());

function NameForm() {
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => (name === '' ? { name: ["can't be blank"] } : null),
    send: (values) => sendJson('/names', { method: 'POST', body: values }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <UnsavedGuard isUnsaved={form.isChanged} />
      <input
        aria-label="Name"
        aria-invalid={form.problemOf('name') ? true : undefined}
        value={form.values.name}
        onChange={form.textField('name').onChange}
      />
      <p>{form.problemOf('name')}</p>
      <FormFailure failure={form.failure} />
      <button>Save</button>
      <Link to={{ page: 'newGroup' }}>Other</Link>
    </form>
  );
}

test('what is wrong is said before anything is sent, and forgotten once it is changed', async () => {
  const asked = fakeServer({});
  const { user } = await renderAt('/', <NameForm />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText("Can't be blank")).toBeVisible();
  expect(asked).toEqual([]);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await user.keyboard('a');
  expect(screen.queryByText("Can't be blank")).toBeNull();
});

test('the server’s refusal stands at its field, and what was typed stays', async () => {
  fakeServer({ 'POST /names': () => new Status(400, { message: { name: ['has already been taken'] } }) });
  const { user } = await renderAt('/', <NameForm />);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Has already been taken')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

test('a failure of the whole is an alert, and what was typed stays', async () => {
  fakeServer({ 'POST /names': () => new Status(503) });
  const { user } = await renderAt('/', <NameForm />);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was saved. Your input is still here.');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada');
});

test('OG-ST-11: with the primary site unreachable the reason is the text of the banner, and what was typed stays', async () => {
  const message = 'Read-only: the primary site is unreachable.';
  fakeServer({ 'POST /names': () => new Status(503, { message }) });
  const { user } = await renderAt('/', <NameForm />);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada');
});

test('leaving with something unsaved asks first, and saving makes leaving free', async () => {
  fakeServer({ 'POST /names': () => ({}) });
  const { user, address } = await renderAt('/', <NameForm />);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
  await user.click(screen.getByRole('link', { name: 'Other' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(address()).toBe('/');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(screen.getByRole('link', { name: 'Other' }));
  await waitFor(() => expect(address()).toBe('/groups/new'));
});
