import {
  code,
  developer,
  maintainer,
  owner,
  reporter,
  seen,
  triage,
  vulnerabilityReader,
  type DeliveryCall,
} from './calls.ts';
import type { Site } from './site.ts';

const at = '/projects/{id}';
const environment = `${at}/environments/{environment_id}`;
const deployment = `${at}/deployments/{deployment_id}`;
const vulnerability = '/vulnerabilities/{id}';
const rules = { deploy_access_levels: [{ access_level: 40 }] };

const onEnvironment = (site: Site) => ({ environment_id: site.environment.id });
const onDeployment = (site: Site) => ({ deployment_id: site.deployment.id });
const onVulnerability = (site: Site) => ({ id: site.vulnerability.id });

/** Calls about environments and deployments. */
export const deploymentCalls: readonly DeliveryCall[] = [
  { ...reporter, call: `GET ${at}/environments`, given: () => ({}) },
  { ...reporter, call: `GET ${environment}`, given: (site) => ({ params: onEnvironment(site) }) },
  { ...developer, call: `POST ${at}/environments`, given: (site) => ({ input: { name: site.next() } }) },
  {
    ...developer,
    call: `PUT ${environment}`,
    given: (site) => ({ params: onEnvironment(site), input: { external_url: 'https://app.example' } }),
  },
  {
    ...developer,
    call: `POST ${environment}/stop`,
    given: async (site) => ({ params: { environment_id: (await site.newEnvironment('available')).id } }),
  },
  {
    ...maintainer,
    call: `DELETE ${environment}`,
    given: async (site) => ({ params: { environment_id: (await site.newEnvironment()).id } }),
  },
  ...['', '/merge_requests'].map((path): DeliveryCall => ({
    ...reporter,
    call: `GET ${deployment}${path}`,
    given: (site) => ({ params: onDeployment(site) }),
  })),
  { ...reporter, call: `GET ${at}/deployments`, given: () => ({}) },
  {
    ...developer,
    call: `POST ${at}/deployments`,
    given: (site) => ({
      input: { environment: site.environment.name, sha: site.sha, ref: 'main', tag: false, status: 'running' },
    }),
  },
  {
    ...developer,
    call: `PUT ${deployment}`,
    given: async (site) => ({
      params: { deployment_id: (await site.newDeployment()).id },
      input: { status: 'running' },
    }),
  },
  {
    ...maintainer,
    call: `DELETE ${deployment}`,
    given: async (site) => ({ params: { deployment_id: (await site.newDeployment()).id } }),
  },
  {
    // The rule names developers.
    ...developer,
    call: `POST ${deployment}/approval`,
    given: async (site) => ({
      params: { deployment_id: (await site.newBlocked()).id },
      input: { status: 'approved' },
    }),
  },
  ...(['project', 'group'] as const).flatMap((kind): DeliveryCall[] => {
    const list = `/${kind}s/{id}/protected_environments`;
    const one = `${list}/{name}`;
    const least = kind === 'project' ? maintainer : owner;
    const params = { name: 'production' };
    return [
      { ...least, call: `GET ${list}`, given: () => ({}) },
      { ...least, call: `GET ${one}`, given: () => ({ params }) },
      {
        ...least,
        call: `POST ${list}`,
        given: async (site) => ({ input: { name: await site.unprotected(kind), ...rules } }),
      },
      { ...least, call: `PUT ${one}`, given: () => ({ params, input: rules }) },
      {
        ...least,
        call: `DELETE ${one}`,
        given: async (site) => ({ params: { name: await site.newProtection(kind) } }),
      },
    ];
  }),
];

/** Calls about vulnerabilities: for those who may not read them they do not exist. */
export const vulnerabilityCalls: readonly DeliveryCall[] = [
  ...['projects', 'groups'].map((kind): DeliveryCall => ({
    ...vulnerabilityReader,
    call: `GET /${kind}/{id}/vulnerabilities`,
    contains: (site) => site.vulnerability.id,
    given: () => ({}),
  })),
  ...['', '/issue_links'].map((path): DeliveryCall => ({
    ...vulnerabilityReader,
    call: `GET ${vulnerability}${path}`,
    given: (site) => ({ params: onVulnerability(site) }),
  })),
  {
    ...triage,
    call: `POST ${at}/vulnerability_reports`,
    given: () => ({ input: { version: '2.1.0', runs: [] } }),
  },
  ...(['confirm', 'resolve', 'dismiss', 'revert'] as const).map((action): DeliveryCall => ({
    ...triage,
    call: `POST ${vulnerability}/${action}`,
    given: async (site) => ({
      params: { id: (await site.newVulnerability(action === 'revert' ? 'confirmed' : 'detected')).id },
    }),
  })),
  {
    ...triage,
    call: `POST ${vulnerability}/issue_links`,
    given: async (site) => ({
      params: { id: (await site.newVulnerability()).id },
      input: { target_issue_iid: site.issue.iid },
    }),
  },
  {
    ...triage,
    call: `DELETE ${vulnerability}/issue_links/{issue_link_id}`,
    given: async (site) => {
      const { id, vulnerabilityId } = await site.newLink();
      return { params: { id: vulnerabilityId, issue_link_id: id } };
    },
  },
];

const metric = { metric: 'deployment_frequency' };

/** Calls about analytics. */
export const analyticsCalls: readonly DeliveryCall[] = [
  ...['issues_count', 'merge_requests_count', 'new_members_count'].map((name): DeliveryCall => ({
    ...seen,
    call: `GET /analytics/group_activity/${name}`,
    isOfGroup: true,
    given: ({ group }) => ({ input: { group_path: group.fullPath } }),
  })),
  { ...code, call: 'GET /analytics/code_review', given: ({ project }) => ({ input: { project_id: project.id } }) },
  { ...reporter, call: `GET ${at}/analytics/deployment_frequency`, given: () => ({}) },
  { ...reporter, call: `GET ${at}/dora/metrics`, given: () => ({ input: metric }) },
  { ...seen, call: 'GET /groups/{id}/dora/metrics', given: () => ({ input: metric }) },
];
