import { nothingChanged } from '@milepost/core/live';
import { parseQuery } from '@milepost/core/query';
import { viewQueryOf } from '@milepost/core/roadmap/views';
import { expect } from 'vitest';
import type { OutgoingMail } from '../platform/mail/mailer.ts';
import { chooseLabelSubscription } from '../modules/labels/commands.ts';
import { labelsById } from '../modules/labels/store.ts';
import { createRoadmapLink } from '../modules/roadmaps/commands/links.ts';
import { sharedDocuments } from '../modules/roadmaps/rest/shared-documents.ts';
import { changeNotificationLevel } from '../modules/subscriptions/commands.ts';
import { sendEmails } from '../modules/subscriptions/jobs.ts';
import { openLive, untilAllDelivered } from '../testing/live.ts';
import { test as base, tokenFor } from '../testing/http.ts';
import { makeOpenNamespace, outsiders, rounds, type OpenNamespace, type Outsider } from '../testing/withheld.ts';

/** The server on a port, for streams. */
const test = base.extend('address', { scope: 'file' }, ({ server }) => server.listen({ port: 0, host: '127.0.0.1' }));

interface Expected {
  /** Must receive nothing. A public link shows private subgroups, and nothing confidential. */
  silent: readonly (Outsider | 'link')[];
  /** Whether mail goes to others, and whether the group's own webhook is called. */
  mail: boolean;
  hook: boolean;
}
const expectedIn: Readonly<Record<string, Expected>> = {
  Confidential: { silent: ['nobody', 'otto', 'gwen', 'link'], mail: true, hook: false },
  'In a private subgroup': { silent: ['nobody', 'otto'], mail: true, hook: true },
  'Written by somebody who was banned': { silent: ['nobody', 'otto', 'gwen', 'link'], mail: false, hook: true },
};

test('PM-GN-05: invisible objects are not sent by public links, calendars, live updates, mail or webhooks', async ({
  build,
  world,
  server,
  call,
  address,
}) => {
  const hands = { build, call, world };
  const open = await makeOpenNamespace(hands);
  const query = viewQueryOf(parseQuery('?state=all&timeframe_range_type=THREE_YEARS'));
  const linkOf = async (who: 'ada' | 'otto' | 'gwen', kind: 'page' | 'feed') =>
    `/-/shared/roadmap/${(await createRoadmapLink(build.as(who), open.groupId, { kind, name: 'Link', query })).secret}`;
  const links = {
    link: await linkOf('ada', 'page'),
    otto: await linkOf('otto', 'feed'),
    gwen: await linkOf('gwen', 'feed'),
  };
  const calendarOf = async (who: keyof typeof links) =>
    (await server.inject({ url: `${links[who]}/calendar.ics` })).body;
  const behindLink = async () => {
    const answered: Record<string, unknown> = { csv: (await server.inject({ url: `${links.link}/roadmap.csv` })).body };
    for (const payload of questionsAbout(open)) {
      const answer = await server.inject({ method: 'POST', url: `${links.link}/query`, payload });
      expect(answer.statusCode).toBe(200);
      answered[JSON.stringify(payload)] = answer.json();
    }
    return answered;
  };
  for (const who of ['link', 'otto', 'gwen'] as const) expect(await calendarOf(who)).toContain('SUMMARY:Theme');
  const sharedWith = async (who: Outsider | 'link') => {
    if (who === 'nobody') return null;
    return { calendar: await calendarOf(who), page: who === 'link' ? await behindLink() : null };
  };

  const mails: OutgoingMail[] = [];
  world.services.mailer = {
    send: async (mail) => void mails.push(mail),
    verify: async () => undefined,
    close: () => undefined,
  };
  for (const who of ['gwen', 'otto'] as const) {
    const [label] = await build.as(who).loadMany(labelsById, [open.labelId as never]);
    if (label) await chooseLabelSubscription(build.as(who), label, true);
    await changeNotificationLevel(build.as(who), 'watch');
  }
  const hook = { url: 'https://hooks.example/in', issues_events: true, note_events: true };
  expect((await call('ada', 'POST', `/groups/${open.groupId}/hooks`, hook)).status).toBe(201);
  const pages = await Promise.all(
    outsiders.flatMap((who) =>
      ['group=open', 'project=open/shop'].map(async (watched) => {
        const headers: Record<string, string> = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
        return { who, watched, page: await openLive(`${address}/-/live?${watched}`, headers) };
      }),
    ),
  );

  for (const { name: round, hide } of rounds) {
    const { silent, mail, hook: isCalled } = expectedIn[round] as Expected;
    const before = await Promise.all(silent.map(sharedWith));
    for (const { page } of pages) page.forget();
    await hide(hands, open);
    expect({ round, shared: await Promise.all(silent.map(sharedWith)) }).toEqual({ round, shared: before });

    await sendEmails.run(world.services, {}, new AbortController().signal);
    const readers = mails.splice(0).map(({ to, subject }) => [to.address.replace(/@.*/, ''), subject]);
    expect({ round, mail: readers.filter(([who]) => silent.includes(who as Outsider)) }).toEqual({ round, mail: [] });

    const { numDeletedRows } = await world.db.deleteFrom('webhookDeliveries').executeTakeFirst();
    expect({ round, mail: readers.some(([who]) => who === 'dana'), hook: numDeletedRows > 0n }).toEqual({
      round,
      mail,
      hook: isCalled,
    });
    // Her content from before the ban has been visible to everybody.
    if (round.includes('banned')) continue;
    await call('ada', 'PUT', `/groups/open/epics/${open.theme.iid}`, { description: `Everybody sees: ${round}` });
    await untilAllDelivered(
      world.db,
      open.groupId,
      pages.map(({ page }) => page),
    );
    for (const { who, watched, page } of pages) {
      if (!silent.includes(who)) continue;
      const { epics, ...rest } = page.received();
      expect({ round, who, watched, rest }).toEqual({ round, who, watched, rest: withoutEpics });
      expect({ round, who, watched, epics }).toEqual({
        round,
        who,
        watched,
        epics: watched === 'group=open' ? [open.theme.id] : [],
      });
    }
  }
  for (const { page } of pages) page.close();
  world.services.mailer = null;
});

const { epics: _none, ...withoutEpics } = nothingChanged;

/** All queries of the page behind a public link. */
function questionsAbout({ theme, feature }: OpenNamespace): object[] {
  const years = { timeframe_start: '2024-01-01', timeframe_end: '2028-12-31' };
  return Object.keys(sharedDocuments).flatMap((operation) =>
    [
      { full_path: 'open', iid: String(theme.iid) },
      { full_path: 'open', iid: String(feature.iid), top_level: true },
      { full_path: 'open', iid: String(theme.iid), undated: true },
    ].map((about) => ({
      operation,
      ...years,
      ...about,
      ...(operation === 'roadmapLanes' && { group_by: 'SUBGROUP', then_by: 'HEALTH' }),
    })),
  );
}
