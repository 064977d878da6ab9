import { administrator, credentials, maintainer, owner, type OrganisationCall } from './calls.ts';

const newToken = { input: { name: 'Deploy', scopes: ['api'] } };

const ofNamespace = (kind: 'group' | 'project'): readonly OrganisationCall[] => {
  const path = `/${kind}s/{id}/access_tokens`;
  const rule = kind === 'group' ? owner : maintainer;
  const given: OrganisationCall['given'] = async (site) => ({ params: { token_id: (await site.newToken(kind)).id } });
  return [
    { call: `GET ${path}`, ...rule },
    { call: `POST ${path}`, ...rule, ...credentials, given: () => newToken },
    { call: `GET ${path}/{token_id}`, ...rule, given },
    { call: `POST ${path}/{token_id}/rotate`, ...rule, ...credentials, given },
    { call: `DELETE ${path}/{token_id}`, ...rule, given },
  ];
};

const ofServiceAccounts = (of: 'group' | 'site'): readonly OrganisationCall[] => {
  const path = of === 'group' ? '/groups/{id}/service_accounts' : '/service_accounts';
  const rule = { ...(of === 'group' ? owner : administrator), isForPeople: true };
  const account: OrganisationCall['given'] = async (site) => ({
    params: { user_id: (await site.newServiceAccount(of)).id },
    input: { name: 'Renamed' },
  });
  const token: OrganisationCall['given'] = async (site) => {
    const { id } = await site.newServiceAccount(of);
    const at = of === 'group' ? `/groups/${site.group.id}/service_accounts` : '/service_accounts';
    const made = await site.make('POST', `${at}/${id}/personal_access_tokens`, newToken.input);
    return { params: { user_id: id, token_id: made.id } };
  };
  const tokens = `${path}/{user_id}/personal_access_tokens`;
  const withAccount: OrganisationCall['given'] = async (site, caller) => ({
    ...(await account(site, caller)),
    ...newToken,
  });
  return [
    { call: `GET ${path}`, ...rule },
    { call: `POST ${path}`, ...rule },
    { call: `PATCH ${path}/{user_id}`, ...rule, given: account },
    {
      call: `GET ${tokens}`,
      ...rule,
      given: async (site) => ({ params: { user_id: (await site.newServiceAccount(of)).id } }),
    },
    { call: `POST ${tokens}`, ...rule, needsOwnHands: true, given: withAccount },
    { call: `POST ${tokens}/{token_id}/rotate`, ...rule, needsOwnHands: true, given: token },
    { call: `DELETE ${tokens}/{token_id}`, ...rule, given: token },
    {
      call: `DELETE ${path}/{user_id}`,
      ...rule,
      given: async (site) => ({ params: { user_id: (await site.newServiceAccount(of)).id } }),
    },
  ];
};

/** One of the caller; a visitor gets one of somebody else. */
const ownToken: OrganisationCall['given'] = async (site, { id }) => ({
  params: { token_id: (await site.newTokenOf(id)).id },
});

export const tokenCalls: readonly OrganisationCall[] = [
  { call: 'GET /personal_access_tokens', least: 'person' },
  {
    call: 'GET /personal_access_tokens/{token_id}',
    least: 'person',
    scope: 'read_user',
    isOfCaller: true,
    given: ownToken,
  },
  {
    call: 'POST /personal_access_tokens/{token_id}/rotate',
    least: 'person',
    needsOwnHands: true,
    isOfCaller: true,
    given: ownToken,
  },
  {
    call: 'DELETE /personal_access_tokens/{token_id}',
    least: 'person',
    needsOwnHands: true,
    isOfCaller: true,
    given: ownToken,
  },
  { call: 'POST /user/personal_access_tokens', least: 'person', ...credentials, given: () => newToken },
  {
    call: 'POST /users/{user_id}/personal_access_tokens',
    ...administrator,
    given: async ({ someone }) => ({ params: { user_id: (await someone()).id }, ...newToken }),
  },
  ...ofNamespace('group'),
  ...ofNamespace('project'),
  ...ofServiceAccounts('group'),
  ...ofServiceAccounts('site'),
];

/** Calls about the token of the request itself, which only exists for a while: `members/token-control.test.ts` has them (OG-TK-05). */
export const aboutOneself: readonly string[] = [
  'GET /personal_access_tokens/self',
  'DELETE /personal_access_tokens/self',
  'POST /personal_access_tokens/self/rotate',
  'POST /groups/{id}/access_tokens/self/rotate',
  'POST /projects/{id}/access_tokens/self/rotate',
];
