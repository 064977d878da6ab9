import type { Visibility } from '@milepost/core/roles';
import {
  changeVulnerability,
  findNamespaceWithVulnerabilities,
  findProjectToChange,
  findVulnerability,
  linkIssue,
  unlinkIssue,
} from '../../../modules/vulnerabilities/commands.ts';
import { permission, type Permission, type PermissionRow } from '../../permissions.ts';
import type { Builders } from '../../test.ts';

const vulnerability = async (build: Builders, visibility: Visibility) =>
  build.vulnerability({ project: await build.project({ visibility }) });

const withIssue = async (build: Builders, visibility: Visibility) => {
  const project = await build.project({ visibility });
  return { ...(await build.vulnerability({ project })), issue: await build.issue({ project }) };
};

/** Maintainers only; developers see the vulnerability and are refused. */
const change = <Subject>(row: Omit<Permission<Subject>, 'least'>): PermissionRow =>
  permission({ ...row, least: 'maintainer', seenFrom: 'developer' });

export const vulnerabilityPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see the vulnerabilities of a project',
    least: 'developer',
    isReading: true,
    isHidden: true,
    given: (build, visibility) => build.project({ visibility }),
    perform: (ctx, { id }) => findNamespaceWithVulnerabilities(ctx, id),
  }),
  permission({
    operation: 'see the vulnerabilities of a group',
    least: 'developer',
    isReading: true,
    isHidden: true,
    given: (build, visibility) => build.group({ visibility }),
    perform: (ctx, { id }) => findNamespaceWithVulnerabilities(ctx, id),
  }),
  permission({
    operation: 'see a vulnerability',
    least: 'developer',
    isReading: true,
    isHidden: true,
    given: vulnerability,
    perform: (ctx, { id }) => findVulnerability(ctx, id),
  }),
  change({
    operation: 'send a report of a scanner',
    isReading: true,
    given: (build, visibility) => build.project({ visibility }),
    perform: (ctx, { id }) => findProjectToChange(ctx, id),
  }),
  change({
    operation: 'confirm, resolve, dismiss or revert a vulnerability',
    given: vulnerability,
    perform: (ctx, { id }) => changeVulnerability(ctx, id, 'dismiss'),
  }),
  change({
    operation: 'link a vulnerability with an issue',
    given: withIssue,
    perform: (ctx, { id, issue }) => linkIssue(ctx, id, issue),
  }),
  change({
    operation: 'remove a link of a vulnerability with an issue',
    given: async (build, visibility) => {
      const { id, issue } = await withIssue(build, visibility);
      return build.vulnerabilityIssueLink({ vulnerabilityId: id, workItemId: issue.id });
    },
    perform: (ctx, { id, vulnerabilityId }) => unlinkIssue(ctx, vulnerabilityId, id),
  }),
];
