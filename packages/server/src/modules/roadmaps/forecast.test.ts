import { addDays, formatDay, utcDayOf } from '@milepost/core/days';
import { firstSampleDay, FORECAST_WEEKS } from '@milepost/core/roadmap/forecast/forecast';
import { formatGlobalId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';

interface Forecast {
  obstacle: string | null;
  halfDate: string | null;
  mostDate: string | null;
  weeks: { start: string; closedIssues: number }[];
  openIssues: number;
  share: number;
  runs: number;
}
const fields = 'obstacle halfDate mostDate openIssues share runs weeks { start closedIssues }';

test('RX-FC-02, RX-FC-05, RX-FC-08, RX-PL-07, RX-PM-06: a forecast is based on the closed issues of the group that the viewer may see', async ({
  build,
  ask,
  db,
}) => {
  const today = utcDayOf(new Date());
  const first = firstSampleDay(today);
  const group = await build.group({ visibility: 'public' });
  const inside = await build.group({ parent: group, visibility: 'public' });
  const project = await build.project({ group: inside, visibility: 'public' });
  const elsewhere = await build.project({ group: await build.group({ visibility: 'public' }), visibility: 'public' });
  const epic = await build.epic({ group });
  const part = await build.epic({ group, parent: epic });
  const closed = async (day: number, more: object = {}) => {
    const issue = await build.issue({ project, state: 'closed', ...more });
    const at = new Date(addDays(first, day) * 86_400_000 + 3_600_000);
    await sql`UPDATE work_items SET closed_at = ${at} WHERE id = ${issue.id}`.execute(db);
  };
  // Two a week in the first seven weeks, of which three are below the epic.
  for (let week = 0; week < 7; week++) {
    await closed(week * 7, week < 3 ? { parent: part } : {});
    await closed(week * 7 + 6, week === 0 ? { confidential: true } : {});
  }
  // Not samples: earlier ones, the current week, another project, and an epic.
  await closed(-1);
  await closed(FORECAST_WEEKS * 7);
  await closed(3, { project: elsewhere });
  await build.issue({ project, parent: part });
  await build.issue({ project, parent: epic, confidential: true });
  const forecastOf = async (who: CastName, args = '') => {
    const document = `{ group(fullPath: "${group.fullPath}") { epic(iid: ${epic.iid}) { forecast${args} { ${fields} } } } }`;
    const { data, errors } = await ask<{ group: { epic: { forecast: Forecast } } }>(who, document);
    expect(errors).toBeUndefined();
    return data.group.epic.forecast;
  };
  const roles: [CastName, number, number, number][] = [
    ['nobody', 1, 1, 23.1],
    ['otto', 1, 1, 23.1],
    ['gwen', 1, 1, 23.1],
    ['paul', 2, 2, 21.4],
    ['mina', 2, 2, 21.4],
    ['ada', 2, 2, 21.4],
    ['root', 2, 2, 21.4],
  ];
  for (const [who, firstWeek, openIssues, share] of roles) {
    const { weeks, ...rest } = await forecastOf(who);
    expect([who, weeks[0]?.closedIssues, rest.openIssues, rest.share]).toEqual([who, firstWeek, openIssues, share]);
    expect(weeks.map(({ start }) => start).slice(0, 2)).toEqual([formatDay(first), formatDay(addDays(first, 7))]);
    expect(weeks.slice(1).map(({ closedIssues }) => closedIssues)).toEqual([...Array(6).fill(2), ...Array(19).fill(0)]);
    expect(rest.obstacle).toBeNull();
    expect([rest.halfDate, rest.mostDate].every((date) => (date ?? '') > formatDay(today))).toBe(true);
  }
  // Equal inputs give equal dates, and a day that is not today in any time zone is refused.
  expect(await forecastOf('ada')).toEqual(await forecastOf('root'));
  const refused = `{ group(fullPath: "${group.fullPath}") { epic(iid: ${epic.iid}) { forecast(today: "2001-01-01") { runs } } } }`;
  expect((await ask('ada', refused)).errors?.[0]?.message).toContain('one day away');

  // A milestone counts the closed issues of its own group.
  const milestone = await build.milestone({ namespace: inside });
  await build.issue({ project, milestoneId: milestone.id });
  const id = formatGlobalId('Milestone', milestone.id);
  const answer = await ask<{ milestone: { forecast: Forecast } }>(
    'ada',
    `{ milestone(id: "${id}") { forecast { ${fields} } } }`,
  );
  expect(answer.errors).toBeUndefined();
  expect(answer.data.milestone.forecast).toMatchObject({ obstacle: null, openIssues: 1, share: 33.3 });

  // With fewer than twelve closed issues there is no forecast, and the reason is given.
  await sql`DELETE FROM work_items WHERE state = 'closed' AND parent_id IS NULL AND NOT is_confidential AND namespace_id = ${project.id}`.execute(
    db,
  );
  expect(await forecastOf('ada')).toMatchObject({ obstacle: 'TOO_FEW_CLOSED', halfDate: null, mostDate: null });
});
