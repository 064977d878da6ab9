import { sql } from 'kysely';
import { expect } from 'vitest';
import type { UserId } from '@milepost/core/ids';
import { accessLevelOf } from '@milepost/core/roles';
import type { Scope } from '@milepost/core/accounts/access-tokens';
import { dayIn } from '../modules/users/commands/tokens.ts';
import { castNames, type CastName } from '../testing/cast.ts';
import { isRead, promisedByCall, requestOf, type DeliveryCall, type Given } from '../testing/delivery/calls.ts';
import { buildSite, type Site } from '../testing/delivery/site.ts';
import { deliveryCalls as calls } from '../testing/delivery/table.ts';
import { test as base, tokenFor, type Answer } from '../testing/http.ts';
import type { Verdict } from '../testing/permissions.ts';

/** The tags of all other calls: a call of a new room belongs into the table. */
const otherTags = new Set([
  'assistant',
  'audit events',
  'billable members',
  'boards',
  'change sets',
  'description templates',
  'discussions',
  'enterprise users',
  'epic issues',
  'epic links',
  'epics',
  'events',
  'geo sites',
  'group access tokens',
  'groups',
  'imports',
  'invitations',
  'issue links',
  'issues',
  'iterations',
  'labels',
  'LDAP',
  'linked epics',
  'mail domains',
  'markdown',
  'members',
  'metadata',
  'metric images',
  'milestones',
  'namespaces',
  'notes',
  'personal access tokens',
  'project access tokens',
  'projects',
  'reactions',
  'roadmaps',
  'role mappings',
  'search',
  'service accounts',
  'subscriptions',
  'todos',
  'uploads',
  'users',
  'webhooks',
]);
const isOfCatalog = /\/(repository|merge_requests|deployments|environments|protected_environments|vulnerabilities)\b/;

const test = base
  .extend('sendAs', ({ send }) => async (row: DeliveryCall, site: Site, given: Given, token: string | null) => {
    const { verb, path, input } = requestOf(row, site, given);
    const asQuery = verb === 'GET' || verb === 'DELETE';
    return send({
      method: verb,
      url: `/api/v4${path}`,
      headers: token === null ? {} : { 'private-token': token },
      ...(input !== undefined && (asQuery ? { query: input as Record<string, string> } : { payload: input })),
    });
  })
  .extend(
    'tokenOf',
    ({ world }) =>
      async (name: CastName, scopes: readonly Scope[] = ['api']) =>
        name === 'nobody' ? null : tokenFor(world, name, scopes),
  );

type Service = 'upload-pack' | 'receive-pack';

/** What Git asks first when it fetches or pushes. */
function gitRequest({ project }: Site, service: Service, token: string | null) {
  const authorization = `Basic ${Buffer.from(`token:${token ?? ''}`).toString('base64')}`;
  const url = `/${project.fullPath}.git/info/refs?service=git-${service}`;
  return { method: 'GET', url, headers: { authorization } } as const;
}

function verdictOf(row: DeliveryCall, site: Site, { status, body }: Answer): Verdict {
  if (status === 401 || status === 403) return 'refused';
  if (status === 404) return 'hidden';
  if (status === row.allowedStatus) return 'may';
  if (status >= 400) throw new Error(`${row.call} answered ${status} ${JSON.stringify(body)}`);
  const id = row.contains?.(site);
  return id === undefined || (body as { id: number }[]).some((each) => each.id === id) ? 'may' : 'hidden';
}

test('DL-PM-06: every call of REST is in the table', async ({ send }) => {
  const { body } = await send({ method: 'GET', url: '/api/v4/openapi.json' });
  const { paths } = body as { paths: Record<string, Record<string, { tags?: string[] }>> };
  const found = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, { tags = [] }]) => isOfCatalog.test(path) || !tags.every((tag) => otherTags.has(tag)))
      .map(([verb]) => `${verb.toUpperCase()} ${path.replace('/api/v4', '')}`),
  );
  expect(found.toSorted()).toEqual(calls.map(({ call }) => call).toSorted());
});

type Verdicts = Record<string, Partial<Record<CastName, Verdict>>>;

for (const visibility of ['private', 'public'] as const) {
  test(`DL-PM-03, DL-PM-06: what each role may do over REST in a ${visibility} project`, async ({
    world,
    build,
    sendAs,
    tokenOf,
  }) => {
    await build.group({ members: { otto: 'owner' } });
    const site = await buildSite(world, visibility);
    const [seen, wanted]: [Verdicts, Verdicts] = [{}, {}];
    for (const row of calls) {
      const verdicts: Verdicts[string] = (seen[row.call] = {});
      let given: Given | null = null;
      for (const name of castNames) {
        given ??= await row.given(site, name === 'nobody' ? null : world.userIds[name]);
        const verdict = verdictOf(row, site, await sendAs(row, site, given, await tokenOf(name)));
        verdicts[name] = verdict;
        // A refused call changes nothing, so the next person gets the same.
        if (row.isOfCaller || (verdict === 'may' && !isRead(row))) given = null;
      }
      wanted[row.call] = Object.fromEntries(castNames.map((name) => [name, promisedByCall(row, name, visibility)]));
    }
    expect(seen).toEqual(wanted);
  });
}

/** The objects that calls are about, made again only after a call that changed them: a refused call and one that reads change nothing. */
function makeReused(site: Site) {
  const made = new Map<DeliveryCall, Given>();
  return {
    given: async (row: DeliveryCall, callerId: UserId | null): Promise<Given> => {
      const known = made.get(row) ?? (await row.given(site, callerId));
      if (!row.isOfCaller) made.set(row, known);
      return known;
    },
    sent: (row: DeliveryCall, verdict: Verdict): Verdict => {
      if (verdict === 'may' && !isRead(row)) made.delete(row);
      return verdict;
    },
  };
}

test('DL-PM-06: what a token of each scope may do', async ({ world, sendAs, tokenOf }) => {
  const site = await buildSite(world, 'private');
  const reused = makeReused(site);
  const allowed: Record<Exclude<Scope, 'api'>, (row: DeliveryCall) => boolean> = {
    read_api: isRead,
    read_repository: (row) => row.readsFiles ?? false,
    write_repository: () => false,
    read_user: () => false,
    self_rotate: () => false,
  };
  for (const [scope, isAllowed] of Object.entries(allowed)) {
    // Administrators: only the scope limits them.
    const token = await tokenOf('root', [scope as Scope]);
    for (const row of calls) {
      const answer = await sendAs(row, site, await reused.given(row, world.userIds.root), token);
      expect([scope, row.call, reused.sent(row, verdictOf(row, site, answer))]).toEqual([
        scope,
        row.call,
        isAllowed(row) ? 'may' : 'refused',
      ]);
    }
  }
});

test('DL-PM-05: scopes, Git, and tokens of a project', async ({ world, call, send, sendAs, tokenOf }) => {
  const [site, elsewhere] = [await buildSite(world, 'private'), await buildSite(world, 'public')];
  const advertise = async (scope: Scope, service: Service) =>
    (await send(gitRequest(site, service, await tokenOf('dana', [scope])))).status;
  expect(await advertise('read_repository', 'upload-pack')).toBe(200);
  expect(await advertise('read_repository', 'receive-pack')).toBe(403);
  expect(await advertise('read_api', 'upload-pack')).toBe(403);

  const made = await call<{ token: string; user_id: UserId }>(
    'ada',
    'POST',
    `/projects/${site.project.id}/access_tokens`,
    { name: 'Deploy', scopes: ['api'], access_level: accessLevelOf.maintainer, expires_at: dayIn(30) },
  );
  const { token, user_id: botId } = made.body;
  // The scopes of a person's token are in the test above, where they limit an administrator, too.
  const [reused, reusedElsewhere] = [makeReused(site), makeReused(elsewhere)];
  for (const row of calls) {
    const own = await sendAs(row, site, await reused.given(row, botId), token);
    const isOfGroup = row.isOfGroup === true || row.call.includes(' /groups/');
    const wanted = isOfGroup ? 'hidden' : promisedByCall(row, 'mina', 'private');
    expect([row.call, reused.sent(row, verdictOf(row, site, own))]).toEqual([row.call, wanted]);
    // Not even what everyone may read.
    const other = await sendAs(row, elsewhere, await reusedElsewhere.given(row, botId), token);
    expect([row.call, verdictOf(row, elsewhere, other)]).toEqual([row.call, 'hidden']);
  }
});

/**
 * The people on both sides of each change of verdict, in the order of their roles: all people are in the test of the same calls of a
 * project that is not archived.
 */
function besideChanges(row: DeliveryCall): readonly CastName[] {
  const verdicts = castNames.map((name) => promisedByCall(row, name, 'public'));
  return castNames.filter(
    (_name, index) =>
      verdicts[index] !== (verdicts[index - 1] ?? '') || verdicts[index] !== (verdicts[index + 1] ?? ''),
  );
}

test('DL-PM-07: an archived project is read, and not written', async ({ world, db, send, sendAs, tokenOf }) => {
  const site = await buildSite(world, 'public');
  const given = new Map<DeliveryCall, Given>();
  for (const row of calls) given.set(row, await row.given(site, world.userIds.ada));
  const ids = [site.group.id, site.project.id];
  await db
    .updateTable('namespaces')
    .set({ archivedAt: sql`now()` })
    .where('id', 'in', ids)
    .execute();
  const git = async (service: Service) => (await send(gitRequest(site, service, await tokenOf('ada')))).status;
  expect([await git('upload-pack'), await git('receive-pack')]).toEqual([200, 403]);
  for (const row of calls) {
    for (const name of isRead(row) ? besideChanges(row) : (['ada', 'root'] as const)) {
      const answer = await sendAs(row, site, given.get(row) ?? {}, await tokenOf(name));
      const wanted = isRead(row) ? promisedByCall(row, name, 'public') : 'refused';
      expect([row.call, name, verdictOf(row, site, answer)]).toEqual([row.call, name, wanted]);
      expect([row.call, isRead(row) ? 403 : answer.status]).toEqual([row.call, 403]);
    }
  }
});

test('DL-PM-03: the table has the roles of environments, deployments, protection, checks, remotes and inbound webhooks', () => {
  const leasts = (pattern: RegExp) => [
    ...new Set(
      calls
        .filter(({ call }) => pattern.test(call))
        .map(({ least, leastInPrivate = least }) => `${least} ${leastInPrivate}`),
    ),
  ];
  const deliveries = /\/projects\/\{id\}\/(environments|deployments)(\/|$)/.source;
  // Each role of the table is tested above, in private and public projects.
  expect(leasts(new RegExp(`^GET .*${deliveries}`))).toEqual(['reporter reporter']);
  expect(leasts(new RegExp(`^(POST|PUT) .*${deliveries}`))).toEqual(['developer developer']);
  expect(leasts(new RegExp(`^DELETE .*${deliveries}`))).toEqual(['maintainer maintainer']);
  const kinds = ['protected_environments', 'external_status_checks', 'mirror', 'inbound_webhooks'];
  for (const kind of kinds) {
    const changes = new RegExp(`^(POST|PUT|DELETE) /projects/\\{id\\}/${kind}(/|$)`);
    expect([kind, leasts(changes)]).toEqual([kind, ['maintainer maintainer']]);
  }
  expect(leasts(/^(POST|PUT|DELETE) \/groups\/\{id\}\/protected_environments/)).toEqual(['owner owner']);
});

test('DL-PM-02: developers create, authors change and close, those who may push merge', async ({
  world,
  db,
  build,
  call,
}) => {
  const site = await buildSite(world, 'public');
  const path = `/projects/${site.project.id}/merge_requests`;
  const statuses = async (send: (name: CastName) => Promise<Answer>) =>
    Object.fromEntries(await Promise.all(castNames.map(async (name) => [name, (await send(name)).status])));
  const below = { nobody: 401, otto: 403, gwen: 403, paul: 403, rita: 403 };

  const created = await statuses(async (name) =>
    call(name, 'POST', path, { title: 'Made', source_branch: await site.newSource(), target_branch: 'main' }),
  );
  expect(created).toEqual({ ...below, dana: 201, mina: 201, ada: 201, root: 201 });

  const own = await site.newRequest();
  await db.updateTable('mergeRequests').set({ authorId: world.userIds.gwen }).where('id', '=', own.id).execute();
  const closed = await statuses((name) =>
    call(name, 'PUT', `${path}/${own.iid}`, { title: 'Changed', state_event: 'close' }),
  );
  expect(closed).toEqual({ ...below, gwen: 200, dana: 200, mina: 200, ada: 200, root: 200 });

  const merge = (target: 'main' | 'release') =>
    statuses(async (name) => {
      const project = await build.project({ visibility: 'public' });
      const { iid } = await build.mergeRequest({ project, targetBranch: target });
      return call(name, 'PUT', `/projects/${project.id}/merge_requests/${iid}/merge`);
    });
  const refused = Object.fromEntries(Object.keys(below).map((name) => [name, 401]));
  expect(await merge('main')).toEqual({ ...refused, dana: 401, mina: 200, ada: 200, root: 200 });
  expect(await merge('release')).toEqual({ ...refused, dana: 200, mina: 200, ada: 200, root: 200 });
});
