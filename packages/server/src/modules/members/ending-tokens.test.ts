import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { dayIn } from '../users/commands/tokens.ts';
import { announceEndingTokens } from './jobs.ts';

test('owners, maintainers and administrators get one mail 60, 30 and 7 days before a token ends', async ({
  call,
  build,
  db,
  world,
}) => {
  const project = await build.project();
  const make = async (who: 'gwen' | 'ada' | 'root', path: string) =>
    (await call<{ id: number }>(who, 'POST', path, { name: 'Nightly', scopes: ['api'], expires_at: dayIn(300) })).body
      .id;
  const account = await call<{ id: number }>('root', 'POST', '/service_accounts');
  const ids = [
    await make('gwen', '/user/personal_access_tokens'),
    await make('ada', `/projects/${project.id}/access_tokens`),
    await make('root', `/service_accounts/${account.body.id}/personal_access_tokens`),
  ];
  const revoked = await make('gwen', '/user/personal_access_tokens');
  await call('gwen', 'DELETE', `/personal_access_tokens/${revoked}`);
  const run = async (daysLeft: number) => {
    await sql`UPDATE personal_access_tokens SET created_at = now() - interval '300 days',
      expires_at = (now() AT TIME ZONE 'utc')::date + ${daysLeft}::int WHERE id = ANY(${[...ids, revoked]}::bigint[])`.execute(
      db,
    );
    await sql`DELETE FROM mails`.execute(db);
    const services = { ...world.services, mailer: {} as never };
    await announceEndingTokens.run(services, {}, new AbortController().signal);
    const { rows } = await sql<{
      to: string;
      subject: string;
    }>`SELECT to_name AS "to", subject FROM mails ORDER BY id`.execute(db);
    return rows;
  };
  expect(await run(61)).toEqual([]);
  const mails = await run(60);
  const toProject = mails.filter(({ subject }) => subject.includes(project.fullPath)).map(({ to }) => to);
  expect(toProject).toEqual(expect.arrayContaining(['Ada Owner', 'Mina Maintainer']));
  expect(toProject).not.toContain('Dana Developer');
  expect(mails.map(({ subject }) => subject)).toContain(`The access token “Nightly” ends on ${dayIn(60)}`);
  expect(mails.filter(({ to }) => to === 'Gwen Guest')).toHaveLength(1);
  expect(await run(59)).toEqual([]);
  expect(await run(30)).toHaveLength(mails.length);
  expect(await run(8)).toEqual([]);
  expect(await run(7)).toHaveLength(mails.length);
  expect(await run(1)).toEqual([]);
  // One that was made for a few days is not announced at once.
  await make('gwen', '/user/personal_access_tokens');
  await sql`UPDATE personal_access_tokens SET expires_at = (now() AT TIME ZONE 'utc')::date + 20, noticed_days = NULL
    WHERE id = (SELECT max(id) FROM personal_access_tokens)`.execute(db);
  await announceEndingTokens.run({ ...world.services, mailer: {} as never }, {}, new AbortController().signal);
  expect((await sql`SELECT FROM mails`.execute(db)).rows).toHaveLength(0);
});
