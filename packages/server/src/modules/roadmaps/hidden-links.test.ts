import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';

interface Shown {
  title: string;
  startDate: string | null;
  dueDate: string | null;
  signals: string[];
  blockedByCount: number;
  blockingCount: number;
  linkedWorkItems: { nodes: object[] };
}
interface Answer {
  group: { epics: { nodes: Shown[] }; epicSummary: { startsEarly: number } };
}

test('RX-PM-04: a link to a hidden item adds no line, signal, badge or count; inherited dates stay those that the epic shows', async ({
  ask,
  build,
  call,
}) => {
  const group = await build.group({ visibility: 'public' });
  const epic = (title: string, startDate: string | null, dueDate: string | null, more: object = {}) =>
    build.epic({ group, title, startDate, dueDate, author: null, ...more });
  const hidden = await epic('hidden', '2031-01-10', '2031-01-20', { confidential: true });
  const blocked = await epic('blocked by hidden', '2031-01-15', '2031-02-01');
  const blocker = await epic('blocks hidden', '2031-01-01', '2031-01-12');
  await build.link({ from: hidden, to: blocked, type: 'blocks' });
  await build.link({ from: blocker, to: hidden, type: 'blocks' });
  const document = `{ group(fullPath: "${group.fullPath}") {
    epics(sort: TITLE_ASC) { nodes { title startDate dueDate signals(today: "${new Date().toISOString().slice(0, 10)}") blockedByCount blockingCount linkedWorkItems { nodes { linkId } } } }
    epicSummary(timeframe: { start: "2030-01-01", end: "2032-01-01" }) { startsEarly }
  } }`;
  const seenBy = async (who: CastName) => {
    const { data } = await ask<Answer>(who, document);
    const { epics, epicSummary } = data.group;
    const rows = epics.nodes.map(({ title, signals, blockedByCount, blockingCount, linkedWorkItems }) =>
      [title, signals.includes('STARTS_EARLY'), blockedByCount, blockingCount, linkedWorkItems.nodes.length].join(' '),
    );
    return {
      rows,
      startsEarly: epicSummary.startsEarly,
      dates: epics.nodes.map((each) => [each.startDate, each.dueDate]),
    };
  };
  const shown = ['blocked by hidden false 0 0 0', 'blocks hidden false 0 0 0'];
  for (const who of ['nobody', 'otto', 'gwen'] as const) {
    const { rows, startsEarly } = await seenBy(who);
    expect([who, rows, startsEarly]).toEqual([who, shown, 0]);
  }
  for (const who of ['paul', 'mina', 'ada', 'root'] as const) {
    const { rows, startsEarly } = await seenBy(who);
    expect([who, rows, startsEarly]).toEqual([
      who,
      ['blocked by hidden true 1 0 1', 'blocks hidden false 0 1 1', 'hidden true 1 1 2'],
      2,
    ]);
  }
  // Dates are inherited from all children for every viewer: everyone who sees the epic sees its dates.
  const parent = await build.epic({ group, title: 'a parent', author: null });
  const child = await build.epic({ group, parent, title: 'z child', confidential: true, author: null });
  const dates = { start_date_fixed: '2031-03-01', due_date_fixed: '2031-04-01' };
  await call('ada', 'PUT', `/groups/${group.id}/epics/${child.iid}`, {
    ...dates,
    start_date_is_fixed: true,
    due_date_is_fixed: true,
  });
  const [all, some] = [await seenBy('ada'), await seenBy('nobody')];
  expect(all.dates[0]).toEqual(['2031-03-01T00:00:00Z', '2031-04-01T00:00:00Z']);
  expect(some.dates[0]).toEqual(all.dates[0]);
});
