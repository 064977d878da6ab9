import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NetworkError } from '../../platform/api/errors.ts';
import { setSession } from '../../platform/session/session.ts';
import { type Answer, fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { LabelSelect, pickedLabel, type PickedLabel } from './LabelPicker.tsx';
import { LabelsWidget } from './LabelsWidget.tsx';

beforeEach(() =>
  setSession({
    labelColors: [
      { color: '#1068bf', name: 'Blue' },
      { color: '#217645', name: 'Green' },
    ],
  }),
);
afterEach(() => vi.unstubAllGlobals());

const project = { kind: 'project', fullPath: 'castle/walls' } as const;
const titles = ['bug', 'size::m', 'size::s', 'tower'];
const rest = (name: string, index: number) => ({ id: index + 1, name, color: '#217645', description: null });
const picked = (title: string, isPartly = false): PickedLabel =>
  pickedLabel({ id: `gid://gitlab/Label/${titles.indexOf(title) + 1}`, title, color: '#217645' }, isPartly);
const fetchPath = 'GET /api/v4/projects/castle%2Fwalls/labels';

function serve(answers: Readonly<Record<string, Answer>> = {}) {
  const kept = [...titles];
  return fakeServer({
    [fetchPath]: () => kept.map(rest),
    createLabel: ({ body }) => {
      const { title, color } = (body as { variables: { title: string; color: string } }).variables;
      kept.push(title);
      const label = { id: `gid://gitlab/ProjectLabel/${kept.length}`, title, color, description: null };
      return { labelCreate: { errors: [], label } };
    },
    ...answers,
  });
}

let now: readonly PickedLabel[] = [];
function Harness({ value, allow }: { value: readonly PickedLabel[]; allow?: boolean }) {
  const [labels, setLabels] = useState(value);
  const onChange = (next: PickedLabel[]): void => {
    now = next;
    setLabels(next);
  };
  return (
    <LabelSelect namespace={project} value={labels} onChange={onChange} allowMultipleScopedLabels={allow ?? false} />
  );
}
const open = (value: readonly PickedLabel[] = [], allow = false) => {
  now = value;
  return renderAt('/', <Harness value={value} allow={allow} />);
};
const stateOf = (title: string) => now.find((label) => label.title === title);
const contents = () => screen.queryByRole('dialog', { name: 'Select labels' });
const createView = () => screen.queryByRole('dialog', { name: 'Create label' });

test('the labels open below the button, from its start on', async () => {
  serve();
  const { user } = await open();
  const button = screen.getByRole('button', { name: 'Label' });
  await user.click(button);
  await waitFor(() =>
    expect(contents()?.getBoundingClientRect().left).toBe(Math.max(8, button.getBoundingClientRect().left)),
  );
});

describe('the button', () => {
  test('LB-BT-01, LB-BT-02 and LB-BT-03: says “Label”, the one title, or the first title and how many more', async () => {
    serve();
    const { user } = await open();
    const button = screen.getByRole('button', { name: 'Label' });
    await user.click(button);
    await user.click(await screen.findByRole('option', { name: 'tower' }));
    expect(button).toHaveTextContent(/^tower$/);
    await user.click(screen.getByRole('option', { name: 'bug' }));
    await user.click(screen.getByRole('option', { name: 'size::s' }));
    expect(button).toHaveTextContent(/^tower \+2 more$/);
  });

  test('LB-BT-04 and LB-BT-05: contents and create view are never there together, and opening the contents closes the create view', async () => {
    serve();
    const { user } = await open();
    const button = screen.getByRole('button', { name: 'Label' });
    await user.click(button);
    expect(contents()).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Create label' }));
    expect(await screen.findByRole('dialog', { name: 'Create label' })).toBeVisible();
    expect(contents()).toBeNull();
    await user.click(button);
    expect(contents()).toBeVisible();
    expect(createView()).toBeNull();
    await user.click(button);
    expect(contents()).toBeNull();
  });
});

describe('choosing', () => {
  test('LB-SL-01, LB-SL-02, LB-SL-03, LB-SL-07 and EN-OT-02: labels are set, cleared, set from in between, and remembered as touched', async () => {
    serve();
    const { user } = await open([picked('bug'), picked('tower', true)]);
    await user.click(screen.getByRole('button', { name: 'bug' }));
    const bug = await screen.findByRole('option', { name: 'bug' });
    const tower = screen.getByRole('option', { name: 'tower' });
    expect(bug).toHaveAttribute('aria-selected', 'true');
    expect(tower).toHaveAttribute('aria-checked', 'mixed');
    await user.click(bug);
    await user.click(tower);
    await user.click(await screen.findByRole('option', { name: 'size::m' }));
    expect(stateOf('bug')).toMatchObject({
      id: 'gid://gitlab/Label/1',
      set: false,
      indeterminate: false,
      touched: true,
    });
    expect(stateOf('tower')).toMatchObject({ set: true, indeterminate: false, touched: true });
    expect(stateOf('size::m')).toMatchObject({ title: 'size::m', set: true, touched: true });
    expect(tower).not.toHaveAttribute('aria-checked');
  });

  test('LB-SL-04, LB-SL-05 and LB-SL-06: one label of a scope lets the other go, unless several are allowed', async () => {
    serve();
    const { user } = await open([picked('size::s')]);
    await user.click(screen.getByRole('button', { name: 'size::s' }));
    await user.click(await screen.findByRole('option', { name: 'size::m' }));
    expect([stateOf('size::s')?.set, stateOf('size::m')?.set]).toEqual([false, true]);
  });

  test('LB-SL-08: the scope of a label is its title up to the last ::', async () => {
    const nested = ['area::ui::list', 'area::ui::tree', 'area::api'].map(rest);
    serve({ [fetchPath]: () => nested });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Label' }));
    for (const title of ['area::ui::list', 'area::api', 'area::ui::tree'])
      await user.click(await screen.findByRole('option', { name: title }));
    expect(
      now
        .filter(({ set }) => set)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['area::api', 'area::ui::tree']);
  });

  test('LB-SL-05: both stay where several of one scope are allowed', async () => {
    serve();
    const { user } = await open([picked('size::s')], true);
    await user.click(screen.getByRole('button', { name: 'size::s' }));
    await user.click(await screen.findByRole('option', { name: 'size::m' }));
    expect([stateOf('size::s')?.set, stateOf('size::m')?.set]).toEqual([true, true]);
  });

  test('LB-CR-01: fetching shows until it has ended, well or badly', async () => {
    let answer: (value: unknown) => void = () => undefined;
    serve({ [fetchPath]: () => new Promise((resolve) => (answer = resolve)) });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Label' }));
    const list = screen.getByRole('listbox');
    expect(list).toHaveAttribute('aria-busy', 'true');
    answer(titles.map(rest));
    await screen.findByRole('option', { name: 'bug' });
    expect(list).not.toHaveAttribute('aria-busy');
  });

  test('LB-CR-01 and ER-EP-28: a failed fetch is shown, and the spinner ends', async () => {
    serve({ [fetchPath]: () => new Status(400, { message: 'no' }) });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Label' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Error fetching labels.');
    expect(screen.getByRole('listbox')).not.toHaveAttribute('aria-busy');
  });
});

describe('making a label', () => {
  const begin = async (answers: Readonly<Record<string, Answer>> = {}) => {
    const asked = serve(answers);
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Label' }));
    await screen.findByRole('option', { name: 'bug' });
    await user.click(screen.getByRole('button', { name: 'Create label' }));
    const view = within(await screen.findByRole('dialog', { name: 'Create label' }));
    const create = () => view.getByRole('button', { name: 'Create' });
    return { asked, user, view, create, name: view.getByLabelText('Name'), color: view.getByLabelText('Color') };
  };

  test('LB-CR-04, LB-CR-05, LB-CR-08 and LB-BT-06: wants a name and a color, of which the first suggested by the server is preset', async () => {
    const { user, view, create, name, color } = await begin();
    expect(color).toHaveValue('#1068bf');
    expect(create()).toBeDisabled();
    await user.type(name, '   ');
    expect(create()).toBeDisabled();
    await user.type(name, 'moat');
    expect(create()).toBeEnabled();
    await user.clear(color);
    expect(create()).toBeDisabled();
    const suggested = within(view.getByRole('group', { name: 'Suggested colors' }));
    expect(suggested.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual(['Blue', 'Green']);
    await user.click(suggested.getByRole('button', { name: 'Green' }));
    expect(color).toHaveValue('#217645');
    expect(create()).toBeEnabled();
  });

  test('LB-CR-03, LB-CR-07 and GQ-IS-08: sends both trimmed; then the view closes, the labels are refetched, and the new one is listed by title', async () => {
    const { asked, user, create, name, color } = await begin();
    await user.type(name, '  moat ');
    await user.clear(color);
    await user.type(color, ' #abc ');
    const fetches = () => asked.filter(({ url }) => url.includes('/labels')).length;
    const before = fetches();
    await user.click(create());
    expect(await screen.findByRole('dialog', { name: 'Select labels' })).toBeVisible();
    expect(createView()).toBeNull();
    expect(asked.find(({ operation }) => operation === 'createLabel')?.body).toMatchObject({
      variables: { title: 'moat', color: '#abc', projectPath: 'castle/walls' },
    });
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'moat',
      'bug',
      'size::m',
      'size::s',
      'tower',
    ]);
    await waitFor(() => expect(fetches()).toBeGreaterThan(before));
    expect(stateOf('moat')).toMatchObject({ set: true, touched: true });
    // After deselecting and reopening it is sorted by title.
    await user.click(screen.getByRole('option', { name: 'moat' }));
    await user.click(screen.getByRole('button', { name: 'Label' }));
    await user.click(screen.getByRole('button', { name: 'Label' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'bug',
      'moat',
      'size::m',
      'size::s',
      'tower',
    ]);
  });

  test('LB-CR-02 and LB-CR-06: Create rests while the label is being made, and is there again when that failed', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const { user, create, name } = await begin({ createLabel: () => new Promise((resolve) => (answer = resolve)) });
    await user.type(name, 'moat');
    await user.click(create());
    expect(create()).toBeDisabled();
    answer({ labelCreate: { errors: ['Title is taken'], label: null } });
    await waitFor(() => expect(create()).toBeEnabled());
  });

  test('LB-CR-12: the error of the server is shown in the view', async () => {
    const { user, view, create, name } = await begin({
      createLabel: () => ({ labelCreate: { errors: ['Label already exists'], label: null } }),
    });
    await user.type(name, 'bug');
    await user.click(create());
    expect(await view.findByRole('alert')).toHaveTextContent('Label already exists');
    expect(name).toHaveValue('bug');
  });

  test.each([
    ['ER-IS-24: no server', () => new NetworkError('away')],
    [
      'LB-CR-10 and ER-EP-29: an answer without an id',
      () => ({ labelCreate: { errors: [], label: { id: null, title: 'moat', color: '#abc', description: null } } }),
    ],
  ])('%s is an error', async (_name, answer) => {
    const { user, view, create, name } = await begin({ createLabel: answer });
    await user.type(name, 'moat');
    await user.click(create());
    expect(await view.findByRole('alert')).toHaveTextContent('Error creating label.');
    expect(createView()).toBeVisible();
    expect(now).toEqual([]);
  });
});

test('a hundred labels take no more of a sidebar than a box that scrolls, also by keys', async () => {
  serve();
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `gid://gitlab/ProjectLabel/${index + 10}`,
      title: `area::part number ${index}`,
      color: '#217645',
    }));
  const widget = (count: number) => (
    <div style={{ width: 280 }}>
      <LabelsWidget namespace={project} labels={many(count)} mayEdit={false} onSave={() => Promise.resolve()} />
    </div>
  );
  await renderAt('/', widget(100));
  const box = screen.getByRole('group', { name: 'Labels' });
  expect(box.getBoundingClientRect().height).toBeLessThan(300);
  expect(box.scrollHeight).toBeGreaterThan(1000);
  expect(box).toHaveAttribute('tabindex', '0');
  cleanup();
  await renderAt('/', widget(16));
  expect(screen.queryByRole('group', { name: 'Labels' })).toBeNull();
});

test('the widget of a sidebar saves, once the selector is left, what is other than before', async () => {
  serve();
  const onSave = vi.fn(() => Promise.resolve());
  const labels = [
    { id: 'gid://gitlab/ProjectLabel/1', title: 'bug', color: '#217645' },
    { id: 'gid://gitlab/GroupLabel/3', title: 'size::s', color: '#217645' },
  ];
  const { user } = await renderAt('/', <LabelsWidget namespace={project} labels={labels} mayEdit onSave={onSave} />);
  await user.click(screen.getByRole('button', { name: 'Edit Labels' }));
  await user.click(await screen.findByRole('option', { name: 'size::m' }));
  await user.click(screen.getByRole('option', { name: 'tower' }));
  await user.click(screen.getByRole('option', { name: 'tower' }));
  await user.keyboard('{Escape}');
  expect(onSave).toHaveBeenCalledExactlyOnceWith(
    { addLabelIds: ['gid://gitlab/Label/2'], removeLabelIds: ['gid://gitlab/Label/3'] },
    [expect.objectContaining({ title: 'bug' }), expect.objectContaining({ title: 'size::m' })],
  );
  expect(await screen.findByRole('button', { name: 'Edit Labels' })).toHaveFocus();
});

test('the pencil of an open widget saves once and closes it; a double click opens it', async () => {
  serve();
  const onSave = vi.fn(() => Promise.resolve());
  const { user } = await renderAt('/', <LabelsWidget namespace={project} labels={[]} mayEdit onSave={onSave} />);
  const pencil = screen.getByRole('button', { name: 'Edit Labels' });
  await user.dblClick(pencil);
  await user.click(await screen.findByRole('option', { name: 'bug' }));
  await user.click(pencil);
  expect(contents()).toBeNull();
  expect(onSave).toHaveBeenCalledOnce();
  expect(pencil).toHaveAttribute('aria-expanded', 'false');
});
