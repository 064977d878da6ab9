import { randomInt } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { followMailbox } from '../modules/mail-in/jobs/mailbox.ts';
import { hashPassword } from '../modules/users/commands/passwords.ts';
import { describeSettings, readConfig } from '../platform/config/config.ts';
import { connect } from '../platform/database/connect.ts';
import { startJobs } from '../platform/jobs/runner.ts';
import { startTracing } from '../platform/telemetry/otlp.ts';
import { sha256Of } from '../platform/util/tokens.ts';
import type { CastName } from '../testing/cast.ts';
import { tokenFor, type Answer, type Verb } from '../testing/http.ts';
import { bodyOf } from '../testing/mail/mail-server.ts';
import { mailServerOfTests } from '../testing/mail/mail-server-of-tests.ts';
import { secretsFoundIn, startCollector, watchProcesses, wholeDatabase } from '../testing/planted.ts';
import { Browser, test } from '../testing/second-factors/browser.ts';
import { codeOf } from '../testing/second-factors/totp.ts';
import { modules } from './modules.ts';
import { buildServer } from './server.ts';
import { makeServices } from './services.ts';

const smtp = mailServerOfTests();
/** `isOnce`: the answer shows a secret, once. */
type OwnCall = <Body = Record<string, unknown>>(
  who: CastName,
  verb: Verb,
  path: string,
  payload?: object,
  isOnce?: boolean,
) => Promise<Answer<Body>>;
/** Nobody listens there. */
const NOWHERE = '127.0.0.1:9';

test('OG-SE-01, OG-SE-02: secrets of all settings and forms are in no table, log, job, event, answer, trace, export or command line', async ({
  world,
  db,
  build,
}) => {
  const secrets = new Set<string>();
  const plant = (what: string): string => {
    const secret = `Qz${what}${randomInt(1e12)}`;
    secrets.add(secret);
    return secret;
  };
  /** A secret that Milepost made and shows once. */
  const keep = (secret: unknown): string => {
    expect(secret).toMatch(/^\S{8,}$/);
    secrets.add(String(secret));
    return String(secret);
  };

  // Every setting that is a secret.
  const address = (scheme: string, what: string): string => `${scheme}://milepost:${plant(what)}@${NOWHERE}`;
  const environment: Record<string, string> = {
    DATABASE_URL: `${address('postgres', 'Database')}/milepost`,
    MILEPOST_REPLICA_URLS: `${address('postgres', 'Replica')}/milepost`,
    MILEPOST_SECRET: plant(`Site${'x'.repeat(40)}`),
    MILEPOST_METRICS_TOKEN: plant('MetricsToken'),
    MILEPOST_BACKUP_PASSPHRASE: plant('Passphrase'),
    MILEPOST_SMTP_URL: address('smtp', 'Smtp'),
    MILEPOST_INCOMING_MAIL_ADDRESS: 'in+%{key}@plan.test',
    MILEPOST_INCOMING_MAIL_IMAP_URL: address('imap', 'Imap'),
    MILEPOST_AI_URL: `http://${NOWHERE}/v1`,
    MILEPOST_AI_MODEL: 'model',
    MILEPOST_AI_KEY: plant('Assistant'),
    MILEPOST_STRIPE_URL: `http://${NOWHERE}`,
    MILEPOST_STRIPE_SECRET_KEY: `sk_${plant('Stripe')}`,
    MILEPOST_STRIPE_PUBLISHABLE_KEY: 'pk_published0000',
    MILEPOST_STRIPE_WEBHOOK_SECRET: `whsec_${plant('StripeHook')}`,
    MILEPOST_LDAP_URL: `ldap://${NOWHERE}`,
    MILEPOST_LDAP_BASE: 'dc=example,dc=org',
    MILEPOST_LDAP_BIND_DN: 'cn=reader,dc=example,dc=org',
    MILEPOST_LDAP_BIND_PASSWORD: plant('Bind'),
    MILEPOST_OIDC_PROVIDERS: 'corp',
    MILEPOST_OIDC_CORP_ISSUER: `http://${NOWHERE}`,
    MILEPOST_OIDC_CORP_CLIENT_ID: 'milepost',
    MILEPOST_OIDC_CORP_CLIENT_SECRET: plant('Client'),
    MILEPOST_S3_BUCKET: 'milepost',
    MILEPOST_S3_ENDPOINT: `http://${NOWHERE}`,
    MILEPOST_S3_REGION: 'local',
    MILEPOST_S3_ACCESS_KEY: 'access-key',
    MILEPOST_S3_SECRET_KEY: plant('BucketSecret'),
    MILEPOST_WEBHOOKS_ALLOW_LOCAL: 'true',
  };
  const described = describeSettings(environment);
  expect(described.filter(({ value }) => value === '(set)').length).toBeGreaterThan(12);
  const shown: string[] = [JSON.stringify(described)];

  const processes = watchProcesses();
  const collector = await startCollector();
  const tracing = startTracing(collector.endpoint, '1.2.3');
  const lines: string[] = [];
  const note = (text: unknown): void => void lines.push(String(text));
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => note(parts.map(String).join(' ')));
  const config = readConfig(environment, world.services.dataDir);
  const secret = config.secret ?? '';
  const own = connect(world.target, { size: 4 });
  const services = makeServices(
    own.db,
    { ...config, dataDir: world.services.dataDir },
    { secret, mailer: smtp.mailer },
  );
  const server = await buildServer({
    services,
    logLevel: 'trace',
    logStream: { write: note },
    secret,
    dataDir: world.services.dataDir,
    tracing,
    limits: config.limits,
    metricsToken: config.metricsToken,
  });

  const send = async (request: InjectOptions): Promise<Answer> => {
    const response = await server.inject(request);
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : response.body,
    };
  };
  /** Calls as this person. What the answer has is shown, unless it is an answer that shows a secret once. */
  const call: OwnCall = async (who, verb, path, payload, isOnce = false) => {
    const url = path.startsWith('/-/') ? path : `/api/v4${path}`;
    const headers = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
    const answer = await send({ method: verb, url, headers, ...(payload && { payload }) });
    if (!isOnce) shown.push(JSON.stringify(answer));
    return answer as never;
  };
  const group = await build.group();
  const project = await build.project({ group });
  const issue = await build.issue({ project, author: 'ada' });

  // Passwords, typed right and wrong, and in the wrong field.
  const password = plant('Password');
  const person = await build.user({ passwordHash: await hashPassword(password) });
  const browser = new Browser(send);
  const said = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    shown.push(JSON.stringify(body));
    return status;
  };
  expect(await said(browser.signIn(person.username, plant('WrongPassword')))).toBe(401);
  expect(await said(browser.signIn(plant('TypedAsName'), password))).toBe(401);
  expect(await said(browser.signIn(person.username, password))).toBe(200);
  keep(browser.cookies['_gitlab_session']);
  const next = plant('NextPassword');
  expect(
    await said(browser.send('PUT', '/-/password', { current_password: plant('WrongCurrent'), password: next })),
  ).toBe(400);
  expect(await said(browser.send('PUT', '/-/password', { current_password: password, password: next }))).toBe(204);
  expect(
    await said(
      browser.send('POST', '/-/sign-in/ldap', { username: person.username, password: plant('DirectoryPassword') }),
    ),
  ).toBe(503);
  expect(
    await said(
      browser.send('POST', '/-/set-up', {
        token: plant('SetUp'),
        username: 'x',
        name: 'X',
        email: 'x@x.test',
        password: plant('FirstPassword'),
      }),
    ),
  ).toBeGreaterThanOrEqual(400);
  expect(
    await said(
      browser.send('POST', '/-/sign-up', {
        username: 'x',
        name: 'X',
        email: 'x@x.test',
        password: plant('SignUpPassword'),
      }),
    ),
  ).toBeGreaterThanOrEqual(400);
  expect(
    await said(browser.send('POST', `/-/reset-password/${plant('ResetLink')}`, { password: plant('ResetPassword') })),
  ).toBeGreaterThanOrEqual(400);
  expect((await call('root', 'PUT', `/users/${person.id}`, { password: next })).status).toBe(200);
  expect(
    (
      await call('root', 'POST', '/users', {
        username: 'nova',
        name: 'Nova',
        email: 'nova@milepost.test',
        password: plant('CreatedPassword'),
      })
    ).status,
  ).toBe(201);
  // A password that is refused, and a request that cannot be read.
  expect(
    (await call('root', 'POST', '/users', { username: 'é', name: '', email: 'no', password: plant('RefusedPassword') }))
      .status,
  ).toBe(400);
  expect(
    await said(
      send({
        method: 'POST',
        url: '/-/sign-in',
        headers: { 'content-type': 'application/json' },
        payload: `{"password": "${plant('Unreadable')}"`,
      }),
    ),
  ).toBe(400);

  // Factors.
  await browser.signIn(person.username, next);
  const started = await browser.send<{ secret: string }>('POST', '/-/two-factor/totp', { current_password: next });
  const totp = keep(started.body.secret);
  const { body: confirmed } = await browser.send<{ recovery_codes: string[] }>('PUT', '/-/two-factor/totp', {
    code: codeOf(totp, -1),
  });
  for (const code of confirmed.recovery_codes) keep(code);
  const again = new Browser(send);
  await again.signIn(person.username, next);
  expect(await said(again.second({ recovery_code: plant('WrongCode') }))).toBe(401);
  expect(await said(again.second({ recovery_code: confirmed.recovery_codes[0] ?? '' }))).toBe(200);
  expect(await said(again.send('GET', '/-/two-factor'))).toBe(200);

  // Tokens of all kinds: in headers and addresses, used, listed, replaced and revoked.
  interface Token {
    id: number;
    token: string;
  }
  const account = await call<{ id: number }>('ada', 'POST', `/groups/${group.id}/service_accounts`, {});
  const input = { name: 'Deploy', scopes: ['api'] };
  for (const [path, list] of [
    ['/user/personal_access_tokens', '/personal_access_tokens'],
    [`/groups/${group.id}/access_tokens`, `/groups/${group.id}/access_tokens`],
    [`/projects/${project.id}/access_tokens`, `/projects/${project.id}/access_tokens`],
    [`/groups/${group.id}/service_accounts/${account.body.id}/personal_access_tokens`, null],
  ] as const) {
    const made = await call<Token>('ada', 'POST', path, input, true);
    const token = keep(made.body.token);
    await said(send({ url: `/api/v4/user?private_token=${token}` }));
    await said(
      send({
        method: 'POST',
        url: '/api/graphql',
        headers: { authorization: `Bearer ${token}` },
        payload: { query: '{ currentUser { id } }' },
      }),
    );
    await said(
      send({
        url: `/${project.fullPath}.git/info/refs?service=git-upload-pack`,
        headers: { authorization: `Basic ${Buffer.from(`ada:${token}`).toString('base64')}` },
      }),
    );
    const rotated = await call<Token>('ada', 'POST', `${list ?? path}/${made.body.id}/rotate`, {}, true);
    keep(rotated.body.token);
    expect((await call('ada', 'GET', list ?? path)).status).toBe(200);
  }
  await said(send({ url: '/api/v4/user', headers: { 'private-token': plant('WrongToken') } }));

  // Secrets of webhooks, checks, streams, inbound webhooks and remotes; what uses them fails.
  const hook = await call<{ id: number }>('ada', 'POST', `/projects/${project.id}/hooks`, {
    url: `http://${NOWHERE}/`,
    token: plant('HookToken'),
    issues_events: true,
  });
  expect(hook.status).toBe(201);
  await call('ada', 'PUT', `/projects/${project.id}/hooks/${hook.body.id}`, {
    url: `http://${NOWHERE}/`,
    token: plant('NextHookToken'),
  });
  await call('ada', 'POST', `/projects/${project.id}/hooks/${hook.body.id}/test/issues_events`);
  const check = { name: 'Check', external_url: `http://${NOWHERE}/`, shared_secret: plant('CheckSecret') };
  expect((await call('ada', 'POST', `/projects/${project.id}/external_status_checks`, check)).status).toBe(201);
  const stream = await call<{ id: number; verification_token: string }>(
    'ada',
    'POST',
    `/groups/${group.id}/audit_event_streams`,
    { name: 'Events', url: `http://${NOWHERE}/` },
    true,
  );
  expect(stream.status).toBe(201);
  for (const [name, value] of Object.entries(stream.body)) if (/token|secret/.test(name)) keep(value);
  const inbound = await call<Record<string, string>>(
    'ada',
    'POST',
    `/projects/${project.id}/inbound_webhooks`,
    { forge: 'gitlab' },
    true,
  );
  expect(inbound.status).toBe(201);
  for (const [name, value] of Object.entries(inbound.body)) if (/token|secret/.test(name)) keep(value);
  const uuid = /inbound_webhooks\/([\w-]+)/.exec(JSON.stringify(inbound.body))?.[1] ?? '';
  await said(
    send({
      method: 'POST',
      url: `/-/inbound_webhooks/${uuid}`,
      headers: { 'x-gitlab-token': plant('WrongInbound'), 'x-gitlab-event': 'Push Hook' },
      payload: {},
    }),
  );
  const remote = `/projects/${project.id}/mirror/pull`;
  await call('ada', 'PUT', remote, { url: `https://user:${plant('RemotePassword')}@${NOWHERE}/x.git` });
  await call('ada', 'PUT', remote, {
    url: `https://${NOWHERE}/x.git`,
    auth_user: 'user',
    auth_password: plant('NextRemotePassword'),
  });
  await call('ada', 'POST', remote);
  await call('ada', 'GET', remote);

  // Links: shared, and mailed.
  const link = await call<{ url: string }>(
    'ada',
    'POST',
    `/groups/${group.id}/invitation_links`,
    { access_level: 20 },
    true,
  );
  keep(new URL(link.body.url).pathname.split('/').at(-1));
  await said(send({ url: new URL(link.body.url).pathname }));
  await call('ada', 'POST', `/groups/${group.id}/invitations`, { email: 'invited@milepost.test', access_level: 20 });
  expect(await said(browser.send('POST', '/-/forgot-password', { email: person.email }))).toBeLessThan(300);
  const made = await send({
    method: 'POST',
    url: '/api/graphql',
    headers: { 'private-token': await tokenFor(world, 'ada') },
    payload: {
      query: `mutation { roadmapLinkCreate(input: { groupPath: "${group.fullPath}", kind: PAGE, name: "Board", query: "" }) { errors link { url } } }`,
    },
  });
  void made;

  // Providers, the model, the payment provider and the bucket are away.
  expect(await said(send({ url: '/users/auth/corp' }))).toBe(503);
  const forged = new URLSearchParams({ code: plant('Code'), state: plant('State') });
  expect(await said(send({ url: `/users/auth/corp/callback?${forged.toString()}` }))).toBe(400);
  expect((await call('ada', 'GET', '/ldap/ldapmain/groups')).status).toBe(503);
  expect((await call('ada', 'POST', '/ai/summaries', { work_item_id: issue.id })).status).toBe(502);
  const chat = { model: 'model', messages: [{ role: 'user', content: 'Hi' }] };
  expect((await call('ada', 'POST', '/ai/experimentation/openai/chat/completions', chat)).status).toBe(502);
  expect((await call('ada', 'GET', `/-/subscriptions/payment_form?id=${group.id}`)).status).toBe(503);
  expect(
    await said(
      send({
        method: 'POST',
        url: '/-/subscriptions/events',
        headers: { 'stripe-signature': plant('Signature') },
        payload: '{}',
      }),
    ),
  ).toBe(400);
  const upload = new FormData();
  upload.set('file', new Blob(['text']), 'plan.txt');
  const multipart = new Response(upload);
  const uploaded = send({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/uploads`,
    headers: {
      'private-token': await tokenFor(world, 'ada'),
      'content-type': multipart.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await multipart.arrayBuffer()),
  });
  expect(await said(uploaded)).toBe(503);
  const metricsToken = config.metricsToken ?? '';
  expect(await said(send({ url: `/-/metrics?token=${metricsToken}` }))).toBe(401);
  expect(await said(send({ url: '/-/metrics', headers: { authorization: `Bearer ${metricsToken}` } }))).toBe(200);
  const stopping = new AbortController();
  const mailbox = config.incomingMail;
  if (mailbox?.source.by !== 'imap') throw new Error('No mailbox is configured');
  const following = followMailbox(services, { ...mailbox, source: mailbox.source }, stopping.signal, note);
  await expect
    .poll(
      async () =>
        (await sql<{ reason: string | null }>`SELECT reason FROM incoming_mailbox`.execute(db)).rows[0]?.reason,
    )
    .not.toBeNull();
  stopping.abort();
  await following;
  await call('root', 'GET', '/-/admin/incoming_mail.json');

  // The jobs run, and those that cannot fail.
  const queued = await wholeDatabase(db);
  const tasks = modules.flatMap((module) => module.jobs ?? []);
  const jobs = await startJobs(own.pool, services, tasks, (message, error) => note(`${message}: ${String(error)}`));
  await expect
    .poll(
      () =>
        smtp.server.received.filter(({ to }) => to.some((each) => each === person.email || each.startsWith('invited')))
          .length,
    )
    .toBe(2);
  await expect
    .poll(
      async () =>
        (
          await sql<{
            count: number;
          }>`SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE attempts = 0 AND run_at <= now()`.execute(
            db,
          )
        ).rows[0]?.count,
    )
    .toBe(0);
  await jobs.stop();
  for (const mail of smtp.server.received) {
    for (const [, token] of bodyOf(mail).matchAll(/\/-\/(?:invitations|reset-password|confirm-email)\/([\w-]{20,})/g))
      keep(token);
  }
  for (const token of [...secrets].slice(-2)) await said(send({ url: `/-/reset-password/${token}` }));

  // The mail server of the settings page, which does not answer.
  const settings = await call('root', 'PUT', '/-/admin/settings', {
    section: 'mail',
    values: { MILEPOST_SMTP_URL: address('smtp', 'StoredSmtp') },
  });
  expect(settings.status).toBeLessThan(300);
  await call('root', 'POST', '/-/admin/test_message');
  await call('root', 'GET', '/-/admin/settings.json');
  await call('root', 'GET', '/-/admin/jobs.json');

  // Lists and exports.
  for (const path of [
    '/audit_events',
    '/audit_events.csv',
    `/groups/${group.id}/audit_events.csv`,
    `/projects/${project.id}/hooks`,
    `/projects/${project.id}/hooks/${hook.body.id}/events`,
    `/projects/${project.id}/external_status_checks`,
    `/projects/${project.id}/inbound_webhooks`,
    `/projects/${project.id}/issues.csv`,
    `/groups/${group.id}/invitations`,
    `/groups/${group.id}/invitation_links`,
  ]) {
    expect([path, (await call('root', 'GET', path)).status]).toEqual([path, 200]);
  }
  await server.close();
  await tracing.stop();

  expect(secrets.size).toBeGreaterThan(63);
  const stored = await wholeDatabase(db);
  const leaks = [
    ...[...queued, ...stored].map(([table, text]) => [table, text] as const),
    ['log', lines.join('\n')] as const,
    ['answers', shown.join('\n')] as const,
    ['traces', collector.texts.join('\n')] as const,
    ['command lines', [...processes.lines(), process.argv.join(' ')].join('\n')] as const,
  ].flatMap(([where, text]) => secretsFoundIn(text, secrets).map((found) => `${where}: ${found}`));
  expect(leaks).toEqual([]);
  // The search sees what is there: an event, a log line, a job and a statement of a trace.
  expect(lines.length).toBeGreaterThan(0);
  expect(collector.texts.join('\n')).toContain('INSERT webhooks');
  expect(stored.get('public.audit_events')).toContain('Wrong password');
  expect(processes.lines().join('\n')).toContain('git');
  expect(secretsFoundIn(`${stored.get('public.users')}`, [person.username])).toEqual([person.username]);

  // Hashes instead: argon2id for what people choose, SHA-256 for what is random; everything else is sealed.
  const { rows } = await sql<{ hash: string }>`SELECT password_hash AS hash FROM users WHERE id = ${person.id}`.execute(
    db,
  );
  expect(rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const tokens = await sql<{ hash: Buffer }>`SELECT token_hash AS hash FROM personal_access_tokens`.execute(db);
  const hashes = new Set(tokens.rows.map(({ hash }) => hash.toString('hex')));
  expect([...secrets].filter((each) => hashes.has(sha256Of(each).toString('hex'))).length).toBe(8);
  processes.end();
  collector.stop();
  vi.restoreAllMocks();
  await own.db.destroy();
});
