import { Client } from 'pg';
import { expect } from 'vitest';
import { targetOf } from '../../platform/database/connect.ts';
import { CHANNEL, notify } from '../../platform/live/channel.ts';
import { epic, groupFiles, test } from '../../testing/exports.ts';
import type { LiveNotice } from '../live/commands/notice.ts';
import { importArchive } from './commands.ts';

test('an import of many epics is announced in one message, to those who see the group', async ({ as, db, archive }) => {
  const epics = Array.from({ length: 300 }, (_, index) =>
    epic(index + 1, index + 1, {
      title: `Epic ${index}`,
      ...(index % 9 > 0 && { parent_id: index - (index % 9) + 1 }),
    }),
  );
  const file = await archive(groupFiles('sent-once', { 'tree/groups/10/epics.ndjson': epics }));
  const listener = new Client(targetOf(db));
  await listener.connect();
  const notices: LiveNotice[] = [];
  listener.on('notification', ({ payload }) => notices.push(JSON.parse(payload ?? '{}') as LiveNotice));
  await listener.query(`LISTEN ${CHANNEL}`);
  const report = await importArchive(as('root'), file);
  // The next message follows all of it.
  await notify(db, { everybody: true });
  await expect.poll(() => notices.at(-1)).toEqual({ everybody: true });
  notices.pop();
  await listener.end();
  const { id } = await db
    .selectFrom('namespaces')
    .select('id')
    .where('fullPath', '=', report.fullPath)
    .executeTakeFirstOrThrow();
  // New members are notified as well.
  expect(notices.filter(({ people }) => !people)).toEqual([{ many: [id] }]);
  expect(notices.length).toBeLessThan(5);
});
