import type { FastifyInstance } from 'fastify';
import type { Visibility } from '@milepost/core/roles';
import { tokenFor, type Verb } from '../http.ts';
import { updateGroup } from '../../modules/namespaces/commands/writing.ts';
import { buildersIn } from '../test.ts';
import { contextAs, type World } from '../world.ts';

/** A group, a project and an epic, and what calls about them change and delete. */
export type OrganisationSite = Awaited<ReturnType<typeof buildOrganisation>>;

interface Made {
  id: number;
  user_id: number;
  token: string;
}

/** Providers that nobody asks: what is stored about them needs no answer of theirs. */
export const identityOfTests = {
  oidc: [
    {
      name: 'corp',
      label: 'Corp',
      issuer: 'http://127.0.0.1:9',
      clientId: 'milepost',
      clientSecret: 'secret',
      scopes: 'openid',
      groupsClaim: 'groups',
      createsAccounts: true,
      trustsEmail: false,
    },
  ],
  ldap: {
    name: 'ldapmain',
    label: 'LDAP',
    url: 'ldap://127.0.0.1:9',
    startTls: false,
    caFile: null,
    bindDn: null,
    bindPassword: '',
    base: 'dc=example,dc=org',
    groupBase: 'dc=example,dc=org',
    userFilter: '(uid={username})',
    usernameAttribute: 'uid',
    createsAccounts: true,
    trustsEmail: false,
  },
};

export async function buildOrganisation(world: World, server: FastifyInstance, visibility: Visibility) {
  const build = buildersIn(world);
  const group = await build.group({ visibility });
  await updateGroup(contextAs(world, 'root'), group.id, { experimentFeaturesEnabled: true });
  const project = await build.project({ group, visibility });
  const epic = await build.epic({ group, author: 'ada', title: 'Plan' });

  /** Calls as the administrator, and expects success. */
  async function make<Body = Made>(verb: Verb, path: string, input?: object): Promise<Body> {
    const response = await server.inject({
      method: verb,
      url: `/api/v4${path}`,
      headers: { 'private-token': await tokenFor(world, 'root') },
      ...(input && { payload: input }),
    });
    if (response.statusCode >= 300) throw new Error(`${verb} ${path} answered ${response.statusCode} ${response.body}`);
    return (response.body === '' ? null : response.json()) as Body;
  }
  const at = (kind: 'group' | 'project'): string =>
    kind === 'group' ? `/groups/${group.id}` : `/projects/${project.id}`;
  const token = { name: 'Deploy', scopes: ['api'] };
  return {
    world,
    build,
    group,
    project,
    epic,
    make,
    next: () => `made-${world.next()}`,
    someone: async () => {
      const person = await build.user();
      await build.member(group, person, 'developer');
      return person;
    },
    newToken: (kind: 'group' | 'project') => make('POST', `${at(kind)}/access_tokens`, token),
    newTokenOf: (userId: number) => make('POST', `/users/${userId}/personal_access_tokens`, token),
    newServiceAccount: (of: 'group' | 'site') =>
      make('POST', of === 'group' ? `${at('group')}/service_accounts` : '/service_accounts', {}),
    /** There can be only a few. */
    withoutStreams: () => world.db.deleteFrom('auditStreams').execute(),
    newStream: async (of: 'group' | 'site') => {
      await world.db.deleteFrom('auditStreams').execute();
      return make('POST', `${of === 'group' ? at('group') : ''}/audit_event_streams`, {
        name: 'Events',
        url: 'http://127.0.0.1:9/',
      });
    },
    newSite: () =>
      make('POST', '/geo_sites', { name: `Site ${world.next()}`, url: `https://site-${world.next()}.milepost.test` }),
    event: async (path: string): Promise<number> => (await make<Made[]>('GET', `${path}/audit_events`))[0]?.id ?? 0,
  };
}
