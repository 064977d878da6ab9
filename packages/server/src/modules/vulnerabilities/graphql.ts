import { formatGlobalId, type UserId, type VulnerabilityId } from '@milepost/core/ids';
import {
  dismissalReasons,
  locationText,
  vulnerabilityIssueLinkTypes,
  vulnerabilityReportTypes,
  vulnerabilitySeverities,
  vulnerabilityStates,
  type VulnerabilityIdentifier,
  type VulnerabilityLocation,
  type VulnerabilityReference,
} from '@milepost/core/security/vulnerabilities';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { connectionType, costOfShortList, pageArguments, pageOfWhole } from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { ProjectRef } from '../namespaces/graphql.ts';
import { namespacesById, type Namespace } from '../namespaces/store.ts';
import { UserCoreRef } from '../users/graphql.ts';
import { usersById } from '../users/store.ts';
import { IssueRef } from '../work-items/graphql.ts';
import { workItemsById, type WorkItem } from '../work-items/store.ts';
import { visibleVulnerability } from './commands.ts';
import { issueDraftOf } from './commands/issue-draft.ts';
import { vulnerabilityPolicy } from './policy.ts';
import { locationOf, transitionsOf, type Vulnerability, type VulnerabilityTransition } from './store.ts';
import { issueLinksOf, type VulnerabilityIssueLink } from './store/links.ts';

export const VulnerabilityRef = builder.objectRef<Vulnerability>('Vulnerability');
export const VulnerabilityConnection = connectionType('Vulnerability', VulnerabilityRef);
const TransitionRef = builder.objectRef<VulnerabilityTransition>('VulnerabilityStateTransitionType');
const TransitionConnection = connectionType('VulnerabilityStateTransitionType', TransitionRef);
export const VulnerabilityIssueLinkRef = builder.objectRef<VulnerabilityIssueLink>('VulnerabilityIssueLink');
const IssueLinkConnection = connectionType('VulnerabilityIssueLink', VulnerabilityIssueLinkRef);
const IdentifierRef = builder.objectRef<VulnerabilityIdentifier>('VulnerabilityIdentifier');
const LinkRef = builder.objectRef<VulnerabilityReference>('VulnerabilityLink');
const PositionRef = builder.objectRef<VulnerabilityLocation>('VulnerabilityPosition');
const PermissionsRef = builder.objectRef<Vulnerability>('VulnerabilityPermissions');
const IssueDraftRef = builder.objectRef<{ title: string; description: string }>('VulnerabilityIssueDraft');

/** An enum whose values are the words in upper case. */
function upperEnum<Word extends string>(name: string, words: readonly Word[]) {
  const values = Object.fromEntries(words.map((word) => [word.toUpperCase(), { value: word }]));
  return builder.enumType(name, { values });
}

export const VulnerabilityStateEnum = upperEnum('VulnerabilityState', vulnerabilityStates);
export const VulnerabilitySeverityEnum = upperEnum('VulnerabilitySeverity', vulnerabilitySeverities);
export const VulnerabilityReportTypeEnum = upperEnum('VulnerabilityReportType', vulnerabilityReportTypes);
export const DismissalReasonEnum = upperEnum('VulnerabilityDismissalReason', dismissalReasons);
const IssueLinkTypeEnum = upperEnum('VulnerabilityIssueLinkType', vulnerabilityIssueLinkTypes);

export const readVulnerabilityId = (id: string): VulnerabilityId => readGlobalId<'Vulnerability'>(id, 'Vulnerability');

const personOf = (ctx: Context, id: UserId | null) => (id === null ? null : ctx.load(usersById, id));

export function describeVulnerabilities(): void {
  builder.queryField('vulnerability', (t) =>
    t.field({
      type: VulnerabilityRef,
      nullable: true,
      args: { id: t.arg({ type: 'VulnerabilityID', required: true }) },
      resolve: async (_root, { id }, ctx) =>
        (await visibleVulnerability(ctx, readVulnerabilityId(id)))?.vulnerability ?? null,
    }),
  );
  describeVulnerability();
  describeParts();
  describeTransition();
  describeIssueLink();
}

function describeVulnerability(): void {
  VulnerabilityRef.implement({
    description: 'A finding of a security scanner in a project, and what people decided about it',
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => formatGlobalId('Vulnerability', id) }),
      title: t.exposeString('title', { nullable: true }),
      description: t.exposeString('description', { nullable: true }),
      solution: t.exposeString('solution', { nullable: true }),
      state: t.field({ type: VulnerabilityStateEnum, nullable: true, resolve: ({ state }) => state }),
      severity: t.field({ type: VulnerabilitySeverityEnum, nullable: true, resolve: ({ severity }) => severity }),
      reportType: t.field({
        type: VulnerabilityReportTypeEnum,
        nullable: true,
        resolve: ({ reportType }) => reportType,
      }),
      resolvedOnDefaultBranch: t.exposeBoolean('isMissing', {
        description: 'Whether the latest successful scan of the branch no longer contains it',
      }),
      scannerName: t.exposeString('scanner', { description: 'Milepost extension' }),
      branch: t.string({
        nullable: true,
        description: 'Milepost extension. The scanned branch, if the report named one or the project has one',
        resolve: ({ branch }) => branch || null,
      }),
      position: t.field({
        type: PositionRef,
        description: 'Milepost extension. The location of the finding',
        resolve: (vulnerability) => locationOf(vulnerability),
      }),
      identifiers: t.field({ type: [IdentifierRef], resolve: ({ identifiers }) => identifiers }),
      links: t.field({ type: [LinkRef], resolve: ({ links }) => links }),
      project: t.field({
        type: ProjectRef,
        nullable: true,
        resolve: ({ projectId }, _args, ctx) => ctx.load(namespacesById, projectId),
      }),
      webUrl: t.string({ nullable: true, resolve: async (row, _args, ctx) => ctx.baseUrl + (await pathOf(ctx, row)) }),
      vulnerabilityPath: t.string({ nullable: true, resolve: (row, _args, ctx) => pathOf(ctx, row) }),
      detectedAt: t.field({ type: 'Time', resolve: ({ detectedAt }) => detectedAt }),
      updatedAt: t.field({ type: 'Time', nullable: true, resolve: ({ updatedAt }) => updatedAt }),
      confirmedAt: t.field({ type: 'Time', nullable: true, resolve: ({ confirmedAt }) => confirmedAt }),
      confirmedBy: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ confirmedById }, _args, ctx) => personOf(ctx, confirmedById),
      }),
      dismissedAt: t.field({ type: 'Time', nullable: true, resolve: ({ dismissedAt }) => dismissedAt }),
      dismissedBy: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ dismissedById }, _args, ctx) => personOf(ctx, dismissedById),
      }),
      resolvedAt: t.field({ type: 'Time', nullable: true, resolve: ({ resolvedAt }) => resolvedAt }),
      resolvedBy: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ resolvedById }, _args, ctx) => personOf(ctx, resolvedById),
      }),
      stateTransitions: t.field({
        type: TransitionConnection,
        nullable: true,
        description: 'Newest first',
        args: pageArguments,
        complexity: costOfShortList,
        resolve: async ({ id }, args, ctx) => pageOfWhole((await ctx.load(transitionsOf, id)) ?? [], args),
      }),
      issueLinks: t.field({
        type: IssueLinkConnection,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: async ({ id }, args, ctx) => pageOfWhole((await ctx.load(issueLinksOf, id)) ?? [], args),
      }),
      issueDraft: t.field({
        type: IssueDraftRef,
        description: 'Milepost extension. Title and description of an issue about it',
        resolve: (vulnerability) => issueDraftOf(vulnerability),
      }),
      userPermissions: t.field({ type: PermissionsRef, resolve: (vulnerability) => vulnerability }),
    }),
  });
}

async function pathOf(ctx: Context, { id, projectId }: Vulnerability): Promise<string> {
  const project = (await ctx.load(namespacesById, projectId)) as Namespace;
  return `/${project.fullPath}/-/vulnerabilities/${id}`;
}

function describeParts(): void {
  IdentifierRef.implement({
    description: 'A rule or an entry of a catalog, such as CWE-79',
    fields: (t) => ({
      externalType: t.exposeString('type', { nullable: true }),
      externalId: t.exposeString('value', { nullable: true }),
      name: t.exposeString('name', { nullable: true }),
      url: t.exposeString('url', { nullable: true, description: 'http and https only' }),
    }),
  });
  LinkRef.implement({
    description: 'A page about a vulnerability',
    fields: (t) => ({
      name: t.exposeString('name', { nullable: true }),
      url: t.exposeString('url', { description: 'http and https only' }),
    }),
  });
  PositionRef.implement({
    description: 'Milepost extension. The location of a finding',
    fields: (t) => ({
      file: t.exposeString('path', { nullable: true }),
      startLine: t.exposeInt('line', { nullable: true }),
      endLine: t.exposeInt('endLine', { nullable: true }),
      subject: t.exposeString('subject', { nullable: true, description: 'A package, image or address' }),
      text: t.string({
        nullable: true,
        description: 'File and line, else the subject',
        resolve: (location) => locationText(location),
      }),
    }),
  });
  IssueDraftRef.implement({
    description: 'Milepost extension. Text of an issue about a vulnerability',
    fields: (t) => ({
      title: t.exposeString('title'),
      description: t.exposeString('description', {
        description: 'Markdown, in which text of the report has no effect',
      }),
    }),
  });
  PermissionsRef.implement({
    description: 'What the viewer may do with a vulnerability',
    fields: (t) => ({
      adminVulnerability: t.boolean({
        resolve: async ({ projectId }, _args, ctx) => {
          const project = await ctx.load(namespacesById, projectId);
          return project !== null && ctx.can(vulnerabilityPolicy.change, project);
        },
      }),
    }),
  });
}

function describeTransition(): void {
  TransitionRef.implement({
    description: 'A change of the state of a vulnerability',
    fields: (t) => ({
      id: t.field({
        type: 'VulnerabilitiesStateTransitionID',
        resolve: ({ id }) => formatGlobalId('Vulnerabilities::StateTransition', id),
      }),
      author: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ authorId }, _args, ctx) => personOf(ctx, authorId),
      }),
      comment: t.exposeString('comment', { nullable: true }),
      createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
      dismissalReason: t.field({
        type: DismissalReasonEnum,
        nullable: true,
        resolve: ({ dismissalReason }) => dismissalReason,
      }),
      fromState: t.field({ type: VulnerabilityStateEnum, resolve: ({ fromState }) => fromState }),
      toState: t.field({ type: VulnerabilityStateEnum, resolve: ({ toState }) => toState }),
    }),
  });
}

function describeIssueLink(): void {
  VulnerabilityIssueLinkRef.implement({
    description: 'A link of a vulnerability with an issue',
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => formatGlobalId('Vulnerabilities::IssueLink', id) }),
      linkType: t.field({ type: IssueLinkTypeEnum, resolve: ({ type }) => type }),
      issue: t.field({
        type: IssueRef,
        resolve: async ({ workItemId }, _args, ctx) => (await ctx.load(workItemsById, workItemId)) as WorkItem,
      }),
    }),
  });
}
