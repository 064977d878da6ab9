import { expect } from 'vitest';
import { test } from '../../testing/test.ts';
import { createNote } from './commands.ts';
import { participantsOfWorkItem } from './commands/participants.ts';

test('participants are the author, the assignees and commenters in order, without those of internal notes', async ({
  as,
  build,
  world,
}) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group });
  const issue = await build.issue({ project, author: 'ada', assignees: ['dana'] });
  await createNote(as('mina'), { workItemId: issue.id, body: 'Looks right' });
  await createNote(as('paul'), { workItemId: issue.id, body: 'Between us', isInternal: true });
  const ids = await as('ada').load(participantsOfWorkItem, issue.id);
  const { ada, dana, mina, paul } = world.userIds;
  expect(ids?.filter((id) => [ada, dana, mina, paul].includes(id))).toEqual([ada, dana, mina]);
});
