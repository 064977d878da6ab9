import { administrator, maintainer, owner, type OrganisationCall } from './calls.ts';
import { assistantCalls } from './assistant.ts';
import { tokenCalls } from './tokens.ts';

const streams = (of: 'group' | 'site'): readonly OrganisationCall[] => {
  const path = of === 'group' ? '/groups/{id}/audit_event_streams' : '/audit_event_streams';
  const rule = of === 'group' ? owner : administrator;
  const one = `${path}/{audit_event_stream_id}`;
  const given: OrganisationCall['given'] = async (site) => ({
    params: { audit_event_stream_id: (await site.newStream(of)).id },
    input: { name: 'SIEM' },
  });
  // They show a token with which a destination knows the sender.
  return [
    { call: `GET ${path}`, ...rule, scope: 'api' },
    {
      call: `POST ${path}`,
      ...rule,
      isOfCaller: true,
      given: async (site) => {
        await site.withoutStreams();
        return { input: { name: 'Events', url: 'http://127.0.0.1:9/' } };
      },
    },
    { call: `GET ${one}`, ...rule, isOfCaller: true, given, scope: 'api' },
    { call: `PUT ${one}`, ...rule, isOfCaller: true, given },
    { call: `DELETE ${one}`, ...rule, isOfCaller: true, given },
  ];
};

const events = (path: string, rule: Pick<OrganisationCall, 'least'>): readonly OrganisationCall[] => [
  { call: `GET ${path}/audit_events`, ...rule },
  { call: `GET ${path}/audit_events.csv`, ...rule },
  {
    call: `GET ${path}/audit_events/{audit_event_id}`,
    ...rule,
    given: async ({ event, group, project }) => ({
      params: {
        audit_event_id: await event(
          path.replace('/groups/{id}', `/groups/${group.id}`).replace('/projects/{id}', `/projects/${project.id}`),
        ),
      },
    }),
  },
];

const seats = '/groups/{id}/billable_members';
const oneSeat: OrganisationCall['given'] = async (site) => ({ params: { user_id: (await site.someone()).id } });
const domains = '/groups/{id}/mail_domains';
const oneDomain: OrganisationCall['given'] = async ({ make, group, next }) => {
  const domain = `${next()}.example.com`;
  await make('POST', `/groups/${group.id}/mail_domains`, { domain });
  return { params: { domain } };
};
const subscription = '/namespaces/{id}/gitlab_subscription';
const plan = { plan_code: 'team', plan_name: 'Team', seats: 5, start_date: '2026-01-01' };
const withPlan =
  (input?: object): OrganisationCall['given'] =>
  async ({ make, group }) => {
    await make('PUT', `/namespaces/${group.id}/gitlab_subscription`, plan);
    return input ? { input } : {};
  };

const billingCalls: readonly OrganisationCall[] = [
  { call: `GET ${seats}`, ...owner },
  { call: `GET ${seats}.csv`, ...owner },
  { call: `DELETE ${seats}/{user_id}`, ...owner, isForPeople: true, given: oneSeat },
  { call: `GET ${seats}/{user_id}/memberships`, ...owner, given: oneSeat },
  { call: `GET ${seats}/{user_id}/indirect`, ...owner, given: oneSeat },
  { call: 'GET /groups/{id}/enterprise_users', ...owner },
  { call: `GET ${domains}`, ...owner },
  {
    call: `POST ${domains}`,
    ...owner,
    isForPeople: true,
    given: ({ next }) => ({ input: { domain: `${next()}.example.com` } }),
  },
  { call: `DELETE ${domains}/{domain}`, ...owner, isForPeople: true, given: oneDomain },
  // Nobody answers for the domain here.
  { call: `PUT ${domains}/{domain}/verify`, ...owner, allowedStatus: 503, isForPeople: true, given: oneDomain },
  { call: `GET ${subscription}`, ...owner },
  { call: `PUT ${subscription}`, ...administrator, given: () => ({ input: plan }) },
  {
    call: `PUT ${subscription}/seat_control`,
    ...owner,
    isForPeople: true,
    given: withPlan({ seat_control: 'block_overages' }),
  },
  { call: `DELETE ${subscription}`, ...administrator, given: withPlan() },
  { call: 'GET /-/countries', least: 'visitor', isPublic: true },
  { call: 'GET /-/country_states', least: 'visitor', isPublic: true, given: () => ({ input: { country: 'DE' } }) },
  {
    call: 'GET /-/subscriptions/payment_form',
    ...owner,
    isHidden: true,
    isForPeople: true,
    scope: 'api',
    given: ({ group }) => ({ input: { id: String(group.id) } }),
  },
  {
    call: 'POST /-/subscriptions/validate_payment_method',
    ...owner,
    isHidden: true,
    isForPeople: true,
    isOfCaller: true,
    given: ({ group }, { id }) => ({ input: { id: group.id, gitlab_user_id: id } }),
  },
  {
    call: 'POST /-/subscriptions/groups',
    least: 'person',
    isForPeople: true,
    // Nobody becomes the owner of a group.
    allowedStatus: 422,
    given: () => ({ input: { name: 'Made', path: '-' } }),
  },
];

const oneSite: OrganisationCall['given'] = async ({ newSite }) => ({ params: { site_id: (await newSite()).id } });
const siteCalls: readonly OrganisationCall[] = [
  { call: 'GET /geo_sites', ...administrator },
  { call: 'GET /geo_sites/status', ...administrator },
  {
    call: 'POST /geo_sites',
    ...administrator,
    given: ({ next }) => ({ input: { name: next(), url: `https://${next()}.milepost.test` } }),
  },
  { call: 'GET /geo_sites/{site_id}', ...administrator, given: oneSite },
  { call: 'GET /geo_sites/{site_id}/status', ...administrator, given: oneSite },
  {
    call: 'PUT /geo_sites/{site_id}',
    ...administrator,
    given: async (site, caller) => ({ ...(await oneSite(site, caller)), input: { enabled: false } }),
  },
  { call: 'POST /geo_sites/{site_id}/repair', ...administrator, given: oneSite },
  { call: 'DELETE /geo_sites/{site_id}', ...administrator, given: oneSite },
];

const links = '/groups/{id}/ldap_group_links';
const newLink: OrganisationCall['given'] = async ({ make, group, next }) => {
  const cn = next();
  await make('POST', `/groups/${group.id}/ldap_group_links`, { provider: 'ldapmain', cn, group_access: 20 });
  return { params: { cn, provider: 'ldapmain' }, input: { provider: 'ldapmain', cn } };
};
const directory: OrganisationCall = {
  call: 'GET /ldap/{provider}/groups',
  ...owner,
  isForPeople: true,
  isElsewhere: true,
  // It does not answer here.
  allowedStatus: 503,
  given: () => ({ params: { provider: 'ldapmain' } }),
};
const identityCalls: readonly OrganisationCall[] = [
  { call: `GET ${links}`, ...owner },
  {
    call: `POST ${links}`,
    ...owner,
    given: ({ next }) => ({ input: { provider: 'ldapmain', cn: next(), group_access: 20 } }),
  },
  { call: `DELETE ${links}`, ...owner, given: newLink },
  { call: `DELETE ${links}/{cn}`, ...owner, given: newLink },
  { call: `DELETE ${links}/{provider}/{cn}`, ...owner, given: newLink },
  { call: 'POST /groups/{id}/ldap_sync', ...owner },
  directory,
  { ...directory, call: 'GET /ldap/{provider}/groups.json' },
  { call: 'GET /groups/{id}/role_mappings', ...owner },
  {
    call: 'POST /groups/{id}/role_mappings',
    ...owner,
    given: ({ next }) => ({ input: { provider: 'corp', claim_value: next(), access_level: 20 } }),
  },
  {
    call: 'DELETE /groups/{id}/role_mappings/{mapping_id}',
    ...owner,
    given: async ({ make, group, next }) => {
      const input = { provider: 'corp', claim_value: next(), access_level: 20 };
      return { params: { mapping_id: (await make('POST', `/groups/${group.id}/role_mappings`, input)).id } };
    },
  },
];

/** Every call of the catalogue “organisation”. */
export const organisationCalls: readonly OrganisationCall[] = [
  ...events('', administrator),
  ...events('/groups/{id}', owner),
  ...events('/projects/{id}', maintainer),
  ...streams('site'),
  ...streams('group'),
  ...billingCalls,
  ...siteCalls,
  ...identityCalls,
  ...assistantCalls,
  ...tokenCalls,
];
