import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';

afterEach(() => vi.unstubAllGlobals());

const answers = {
  'GET /g/p/-/description_templates/names.json': () => ({
    templates: [
      { id: 1, name: 'Bug', type: 'issue', full_path: 'g/p', inherited: false },
      { id: 2, name: 'Chore', type: 'issue', full_path: 'g', inherited: true },
    ],
    may_manage: false,
  }),
  'GET /g/p/-/description_templates/issue/Bug': () => ({ name: 'Bug', content: '## Steps' }),
  'GET /g/p/-/description_templates/issue/Chore': () => ({ name: 'Chore', content: '## What' }),
};

function Form({ initial, reads }: { initial: string; reads: boolean }) {
  const [text, setText] = useState(initial);
  return (
    <>
      <TemplatePicker
        namespace={{ kind: 'project', fullPath: 'g/p' }}
        type="issue"
        text={text}
        original={initial}
        onText={setText}
        readsAddress={reads}
      />
      <textarea aria-label="Description" value={text} onChange={(event) => setText(event.target.value)} />
    </>
  );
}

async function open(initial = '', path = '/g/p/-/issues/new') {
  const asked = fakeServer(answers);
  const page = await renderAt(path, <Form initial={initial} reads={path.includes('?')} />);
  const area = screen.getByRole('textbox', { name: 'Description' });
  const picker = await screen.findByRole('combobox', { name: 'Description template' });
  return { ...page, asked, area, picker };
}

test('IS-TP-03, IS-TP-05: on an empty or unchanged description the template is loaded at once, and named in the address', async () => {
  const { user, area, picker, address } = await open('As it was');
  await user.selectOptions(picker, 'Bug');
  await waitFor(() => expect(area).toHaveValue('## Steps'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await waitFor(() => expect(address()).toContain('issuable_template=Bug'));
  await user.selectOptions(picker, 'Chore (g)');
  await waitFor(() => expect(area).toHaveValue('## What'));
});

test('IS-TP-01, IS-TP-02, IS-TP-06: what was written is replaced only after a warning', async () => {
  const { user, area, picker } = await open('');
  await user.type(area, 'Mine');
  await user.selectOptions(picker, 'Bug');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Applying a template replaces the description you have written.',
  );
  await user.click(screen.getByRole('button', { name: 'Keep my description' }));
  expect(area).toHaveValue('Mine');
  expect(picker).toHaveValue('');
  await user.selectOptions(picker, 'Bug');
  await user.click(await screen.findByRole('button', { name: 'Apply template' }));
  await waitFor(() => expect(area).toHaveValue('## Steps'));
});

test('IS-TP-04: No template clears the description', async () => {
  const { user, area, picker, address } = await open('');
  await user.selectOptions(picker, 'Bug');
  await waitFor(() => expect(area).toHaveValue('## Steps'));
  await user.selectOptions(picker, 'No template');
  await waitFor(() => expect(area).toHaveValue(''));
  await waitFor(() => expect(address()).not.toContain('issuable_template'));
});

test('IS-TP-05: a new issue begins with the template that its address names', async () => {
  const { area, asked } = await open('', '/g/p/-/issues/new?issuable_template=Chore');
  await waitFor(() => expect(area).toHaveValue('## What'));
  expect(asked.filter(({ url }) => url.includes('names.json'))).toHaveLength(1);
});
