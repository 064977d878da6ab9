import {
  vulnerabilitySeverities,
  type VulnerabilityReportType,
  type VulnerabilitySeverity,
  type VulnerabilityState,
} from '@milepost/core/security/vulnerabilities';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import {
  pageArguments,
  pageOf,
  pageOfWhole,
  sliceOf,
  costOfShortList,
  type Page,
} from '../../../platform/graphql/connections.ts';
import { GroupPermissionsRef, GroupRef, ProjectPermissionsRef, ProjectRef } from '../../namespaces/graphql.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { issueFaces } from '../../work-items/graphql.ts';
import {
  VulnerabilityConnection,
  VulnerabilityReportTypeEnum,
  VulnerabilitySeverityEnum,
  VulnerabilityStateEnum,
} from '../graphql.ts';
import { vulnerabilityPolicy } from '../policy.ts';
import {
  countVulnerabilities,
  hasScans,
  readsBelow,
  scannersOf,
  severityCounts,
  vulnerabilitiesById,
  vulnerabilitiesOnPage,
  vulnerabilitySorts,
  type Vulnerability,
  type VulnerabilityFilter,
} from '../store.ts';
import { vulnerabilityLinksOf } from '../store/links.ts';

const SortEnum = builder.enumType('VulnerabilitySort', { values: vulnerabilitySorts });
const CountsRef = builder.objectRef<Record<VulnerabilitySeverity, number>>('VulnerabilitySeveritiesCount');

const filterArguments = builder.args((t) => ({
  state: t.field({ type: [VulnerabilityStateEnum] }),
  severity: t.field({ type: [VulnerabilitySeverityEnum] }),
  reportType: t.field({ type: [VulnerabilityReportTypeEnum] }),
  scanner: t.stringList(),
  hasIssues: t.boolean(),
  hasResolution: t.boolean({ description: 'Whether the latest scan no longer contains it' }),
  search: t.string({ description: 'Milepost extension. Text of title, description or location' }),
}));

interface FilterArguments {
  state?: readonly VulnerabilityState[] | null;
  severity?: readonly VulnerabilitySeverity[] | null;
  reportType?: readonly VulnerabilityReportType[] | null;
  scanner?: readonly string[] | null;
  hasIssues?: boolean | null;
  hasResolution?: boolean | null;
  search?: string | null;
}

function filterOf(args: FilterArguments): VulnerabilityFilter {
  return {
    ...(args.state && { states: args.state }),
    ...(args.severity && { severities: args.severity }),
    ...(args.reportType && { reportTypes: args.reportType }),
    ...(args.scanner && { scanners: args.scanner }),
    ...(typeof args.hasIssues === 'boolean' && { hasIssues: args.hasIssues }),
    ...(typeof args.hasResolution === 'boolean' && { hasResolution: args.hasResolution }),
    ...(args.search && { search: args.search }),
  };
}

/** Whether the viewer may see vulnerabilities of a project, or of any below a group. */
async function isReader(ctx: Context, namespace: Namespace): Promise<boolean> {
  return ctx.can(vulnerabilityPolicy.read, namespace) || (namespace.kind === 'group' && readsBelow(ctx, namespace));
}

/** Lists of groups and projects; null for those who may see none. */
export function listVulnerabilities(): void {
  CountsRef.implement({
    description: 'Numbers of vulnerabilities by severity',
    fields: (t) =>
      Object.fromEntries(
        vulnerabilitySeverities.map((severity) => [
          severity,
          t.int({ nullable: true, resolve: (row) => row[severity] }),
        ]),
      ),
  });
  for (const ref of [ProjectRef, GroupRef]) {
    builder.objectFields(ref, (t) => ({
      vulnerabilities: t.field({
        type: VulnerabilityConnection,
        nullable: true,
        args: {
          ...pageArguments,
          ...filterArguments,
          sort: t.arg({ type: SortEnum, defaultValue: 'severity_desc' }),
        },
        resolve: async (namespace, args, ctx): Promise<Page<Vulnerability> | null> => {
          if (!(await isReader(ctx, namespace))) return null;
          const filter = filterOf(args);
          const slice = sliceOf(args);
          const found = await vulnerabilitiesOnPage(ctx, namespace, {
            filter,
            sort: args.sort ?? 'severity_desc',
            slice,
          });
          const cursors = new Map(found.map(({ row, cursor }) => [row, cursor]));
          return pageOf(
            found.map(({ row }) => row),
            slice,
            (row) => cursors.get(row) ?? [],
            () => countVulnerabilities(ctx, namespace, filter),
          );
        },
      }),
      vulnerabilitySeveritiesCount: t.field({
        type: CountsRef,
        nullable: true,
        args: filterArguments,
        resolve: async (namespace, args, ctx) =>
          (await isReader(ctx, namespace)) ? severityCounts(ctx, namespace, filterOf(args)) : null,
      }),
      vulnerabilityScannerNames: t.stringList({
        nullable: true,
        description: 'Milepost extension. Scanners with findings, at most 100',
        resolve: async (namespace, _args, ctx) =>
          (await isReader(ctx, namespace)) ? scannersOf(ctx, namespace) : null,
      }),
      hasVulnerabilityReports: t.boolean({
        nullable: true,
        description: 'Milepost extension. Whether any report was sent',
        resolve: async (namespace, _args, ctx) => ((await isReader(ctx, namespace)) ? hasScans(ctx, namespace) : null),
      }),
    }));
  }
  for (const ref of [ProjectPermissionsRef, GroupPermissionsRef]) {
    builder.objectFields(ref, (t) => ({
      readVulnerabilities: t.boolean({
        description: 'Milepost extension',
        resolve: (namespace, _args, ctx) => isReader(ctx, namespace),
      }),
      adminVulnerabilities: t.boolean({
        description: 'Milepost extension',
        resolve: (namespace, _args, ctx) => ctx.can(vulnerabilityPolicy.change, namespace),
      }),
    }));
  }
  for (const face of issueFaces) {
    builder.objectField(face, 'relatedVulnerabilities', (t) =>
      t.field({
        type: VulnerabilityConnection,
        nullable: true,
        description: 'Those that the viewer may see, the most severe first',
        args: pageArguments,
        complexity: costOfShortList,
        resolve: async ({ id }, args, ctx) => {
          const links = (await ctx.load(vulnerabilityLinksOf, id)) ?? [];
          const ids = links.map(({ vulnerabilityId }) => vulnerabilityId);
          return pageOfWhole(await ctx.loadMany(vulnerabilitiesById, ids), args);
        },
      }),
    );
  }
}
