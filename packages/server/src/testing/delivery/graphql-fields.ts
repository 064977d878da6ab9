import { isObjectType, type GraphQLNamedType, type GraphQLSchema } from 'graphql';
import {
  code,
  comment,
  developer,
  maintainer,
  reporter,
  seen,
  triage,
  vulnerabilityReader,
  type Rule,
} from './calls.ts';
import type { Site } from './site.ts';

/** A field or type of the catalog, by its name. */
const isOfCatalog =
  /mergeRequest|vulnerabilit|deployment|environment|repositor|^commit$|dora|flowMetric|analytics|remote|inbound|(download|push)Code|urlToRepo/i;

export function isTypeOfCatalog({ name }: GraphQLNamedType): boolean {
  return isOfCatalog.test(name);
}

/** The fields through which other types lead into the catalog, and its mutations, as `Type.field`. */
export function entriesIn(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !isTypeOfCatalog(type) && !type.name.startsWith('__') && !type.name.endsWith('Payload')
      ? Object.values(type.getFields())
          .filter((field) => isOfCatalog.test(field.name) || isOfCatalog.test(namedType(String(field.type))))
          .map((field) => `${type.name}.${field.name}`)
      : [],
  );
}

const namedType = (printed: string): string => printed.replaceAll(/[[\]!]/g, '');

export interface Entry extends Rule {
  field: string;
  /** Its arguments, as in a document. */
  args?: (site: Site) => string;
  /** The file or folder of a repository. */
  at?: string;
}

const onProject: Readonly<Record<string, Rule>> = {
  mergeRequest: code,
  mergeRequests: code,
  mergeRequestCounts: code,
  environment: reporter,
  environments: reporter,
  environmentCounts: reporter,
  deployment: reporter,
  deployments: reporter,
  vulnerabilities: vulnerabilityReader,
  vulnerabilityScannerNames: vulnerabilityReader,
  vulnerabilitySeveritiesCount: vulnerabilityReader,
  hasVulnerabilityReports: vulnerabilityReader,
};
const args: Readonly<Record<string, (site: Site) => string>> = {
  mergeRequest: ({ request }) => `(iid: "${request.iid}")`,
  environment: ({ environment }) => `(name: "${environment.name}")`,
  deployment: ({ deployment }) => `(iid: "${deployment.iid}")`,
};

/** The reading fields. Those who may not read get null, an empty list, 0 or false. */
export const entries: readonly Entry[] = [
  ...Object.entries(onProject).map(([name, rule]): Entry => {
    const given = args[name];
    return { ...rule, field: `Project.${name}`, ...(given && { args: given }) };
  }),
  ...Object.entries(onProject)
    .filter(([name]) => /^mergeRequest.|ulnerabilit/.test(name))
    .map(([name, rule]): Entry => ({ ...rule, field: `Group.${name}` })),
  ...['Issue', 'EpicIssue'].flatMap((type): Entry[] => [
    { ...code, field: `${type}.mergeRequestsCount` },
    { ...code, field: `${type}.relatedMergeRequests` },
    { ...vulnerabilityReader, field: `${type}.relatedVulnerabilities` },
  ]),
  {
    ...vulnerabilityReader,
    field: 'Query.vulnerability',
    args: ({ vulnerability }) => `(id: "gid://gitlab/Vulnerability/${vulnerability.id}")`,
  },
  { ...code, field: 'Project.repository' },
  { ...code, field: 'Project.repository', at: 'main/README.md' },
  { ...seen, field: 'Project.httpUrlToRepo' },
  ...['analytics', 'flowMetrics', 'dora'].map((name): Entry => ({ ...seen, field: `Group.${name}` })),
  ...['analytics', 'flowMetrics'].map((name): Entry => ({ ...seen, field: `Project.${name}` })),
  { ...reporter, field: 'Project.dora' },
  // Everybody is an assignee and a reviewer.
  { ...comment, field: 'CurrentUser.assignedMergeRequests' },
  { ...comment, field: 'CurrentUser.reviewRequestedMergeRequests' },
  { least: 'owner', field: 'GroupPermissions.adminProtectedEnvironments' },
  { ...maintainer, field: 'GroupPermissions.adminVulnerabilities' },
  { ...developer, field: 'GroupPermissions.readVulnerabilities' },
  { ...maintainer, field: 'ProjectPermissions.adminProtectedEnvironments' },
  { ...maintainer, field: 'ProjectPermissions.adminVulnerabilities' },
  { ...developer, field: 'ProjectPermissions.createDeployment' },
  { ...developer, field: 'ProjectPermissions.createEnvironment' },
  { ...developer, field: 'ProjectPermissions.createMergeRequestIn' },
  { ...maintainer, field: 'ProjectPermissions.destroyEnvironment' },
  { ...reporter, field: 'ProjectPermissions.readEnvironment' },
  { ...code, field: 'ProjectPermissions.readMergeRequest' },
  { ...developer, field: 'ProjectPermissions.readVulnerabilities' },
  { ...code, field: 'ProjectPermissions.downloadCode' },
  { ...developer, field: 'ProjectPermissions.pushCode' },
];

/** A document that reads this field of an object of the site. */
export function documentOf({ field, args: given, at }: Entry, site: Site, whole: string): string {
  const selection = at === undefined ? whole : whole.replace('location {', `location(at: "${at}") {`);
  const [type = '', name = ''] = field.split('.');
  const rows = selection.startsWith('{ nodes') ? '(first: 3)' : '';
  const asked = `${name}${given?.(site) ?? rows} ${selection}`;
  const project = (inner: string) => `{ project(fullPath: "${site.project.fullPath}") { ${inner} } }`;
  const group = (inner: string) => `{ group(fullPath: "${site.group.fullPath}") { ${inner} } }`;
  switch (type) {
    case 'Project':
      return project(asked);
    case 'Group':
      return group(asked);
    case 'ProjectPermissions':
      return project(`userPermissions { ${asked} }`);
    case 'GroupPermissions':
      return group(`userPermissions { ${asked} }`);
    case 'Issue':
      return project(`issue(iid: "${site.issue.iid}") { ${asked} }`);
    case 'EpicIssue':
      return group(`epic(iid: "${site.epic.iid}") { issues(first: 1) { nodes { ${asked} } } }`);
    case 'CurrentUser':
      return `{ currentUser { ${asked} } }`;
    case 'Query':
      return `{ ${asked} }`;
    default:
      throw new Error(`${field} has no document`);
  }
}

/** Fields that need another role than their object. */
const fieldRules: Readonly<Record<string, Rule>> = {
  'DeploymentActivity.changeFailureRate': reporter,
  'DoraMetric.changeFailureRate': reporter,
  'DoraMetric.leadTimeForChanges': reporter,
  'DoraMetric.timeToRestoreService': reporter,
  'MergeRequest.statusChecks': reporter,
  'MergeRequestNotePermissions.adminNote': maintainer,
  'MergeRequestNotePermissions.resolveNote': developer,
  'MergeRequestPermissions.canApprove': developer,
  'MergeRequestPermissions.canMerge': maintainer,
  'MergeRequestPermissions.createInternalNote': { least: 'planner', leastInPrivate: 'reporter' },
  'MergeRequestPermissions.createNote': comment,
  'MergeRequestPermissions.updateMergeRequest': developer,
  'DeploymentPermissions.approveDeployment': developer,
  'DeploymentPermissions.updateDeployment': developer,
  'VulnerabilityPermissions.adminVulnerability': maintainer,
};

/** Who reads the fields of a type. */
const typeRules: readonly [RegExp, Rule][] = [
  [/^(NamespaceAnalytics|DeploymentActivity|MergeRequestAge|GroupDora|DoraMetric)$/, seen],
  [/ValueStreamAnalytics/, seen],
  [/^(MergeRequestStatusCheck|Dora)$/, reporter],
  [/^(MergeRequest|Repository)/, code],
  [/^(Deployment|Environment|ProtectedEnvironment|Commit$)/, reporter],
  [/^Vulnerabilit/, vulnerabilityReader],
];

/** Who reads a field of an object. Throws for a type that the table lacks. */
export function ruleOfField(field: string): Rule {
  const rule = fieldRules[field] ?? typeRules.find(([types]) => types.test(field.split('.')[0] ?? ''))?.[1];
  if (!rule) throw new Error(`Who may read ${field}?`);
  return rule;
}

/** Fields that no object of a site has a value for. */
export const fieldsWithoutValue: readonly string[] = [
  'Commit.authorGravatar',
  'Deployment.job',
  'MergeRequest.conflictingPaths',
  'ValueStreamAnalyticsMetric.links',
];

export interface MutationOfCatalog extends Rule {
  mutation: string;
  input: (site: Site) => Promise<object> | object;
}

const gid = (type: string, { id }: { id: unknown }): string => `gid://gitlab/${type}/${String(id)}`;

export const mutations: readonly MutationOfCatalog[] = [
  {
    ...developer,
    mutation: 'approveDeployment',
    input: async (site) => ({ id: gid('Deployment', await site.newBlocked()), status: 'APPROVED' }),
  },
  {
    ...developer,
    mutation: 'environmentCreate',
    input: (site) => ({ projectPath: site.project.fullPath, name: site.next() }),
  },
  ...['Confirm', 'Resolve', 'Dismiss', 'RevertToDetected'].map((action): MutationOfCatalog => ({
    ...triage,
    mutation: `vulnerability${action}`,
    input: async (site) => ({
      id: gid('Vulnerability', await site.newVulnerability(action === 'RevertToDetected' ? 'confirmed' : 'detected')),
    }),
  })),
  {
    ...triage,
    mutation: 'vulnerabilityIssueLinkCreate',
    input: async (site) => ({
      issueId: gid('Issue', site.issue),
      vulnerabilityIds: [gid('Vulnerability', await site.newVulnerability())],
    }),
  },
];
