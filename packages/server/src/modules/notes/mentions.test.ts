import { expect } from 'vitest';
import { test } from '../../testing/test.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import { descriptionsById } from '../work-items/store.ts';
import { createNote, updateNote } from './commands.ts';
import { mentionsInHtml } from './commands/mentions.ts';
import { participantsOfWorkItem } from './commands/participants.ts';
import { mentionedIn } from './store/mentions.ts';

test('a name after @ becomes a link to the person for every reader, and other words stay text', async ({
  as,
  build,
}) => {
  const issue = await build.issue({ author: 'ada' });
  await updateWorkItem(as('ada'), issue.id, { description: 'Ask @Dana or @no-such-person, not `@paul`.' });
  const html = (await as('ada').load(descriptionsById, issue.id))?.descriptionHtml;
  expect(html).toContain('data-reference="@dana" href="/dana" title="Dana Developer">@dana</a>');
  expect(html).toContain('@no-such-person,');
  expect([...mentionsInHtml(html ?? '').keys()]).toEqual(['dana']);
});

test('a line is addressed to the people it starts with; others are mentioned', async ({ as, build }) => {
  const issue = await build.issue({ author: 'ada' });
  const { bodyHtml } = await createNote(as('ada'), {
    workItemId: issue.id,
    body: '@dana, @rita can you look?\n\nAnd tell @paul.\n\n- @mina too',
  });
  const addressed = [...mentionsInHtml(bodyHtml)].map(([name, { isAddressed }]) => `${name} ${isAddressed}`);
  expect(addressed).toEqual(['dana true', 'rita true', 'paul false', 'mina true']);
});

test('mentions are updated with the text', async ({ as, build, db, world }) => {
  const issue = await build.issue({ author: 'ada' });
  const { dana, rita } = world.userIds;
  const note = await createNote(as('ada'), { workItemId: issue.id, body: 'See @dana' });
  await updateNote(as('ada'), note.id, 'See @rita');
  expect(await mentionedIn(db, { workItemId: issue.id, noteId: note.id })).toEqual(new Set([rita]));
  await updateWorkItem(as('ada'), issue.id, { description: 'For @dana' });
  expect(await mentionedIn(db, { workItemId: issue.id, noteId: null })).toEqual(new Set([dana]));
});

test('EN-EP-04: participants took part or were mentioned, and may read the item', async ({ as, build, world }) => {
  const group = await build.group({ visibility: 'private' });
  const epic = await build.epic({ group, author: 'ada' });
  await createNote(as('paul'), { workItemId: epic.id, body: 'For @rita, and @otto who is not here' });
  await createNote(as('paul'), { workItemId: epic.id, body: 'Not for @gwen', isInternal: true });
  const { ada, paul, rita } = world.userIds;
  expect(await as('ada').load(participantsOfWorkItem, epic.id)).toEqual([ada, paul, rita]);
  await updateWorkItem(as('ada'), epic.id, { isConfidential: true });
  expect(await as('ada').load(participantsOfWorkItem, epic.id)).toEqual([ada, paul, rita]);
});
