import {
  dismissalReasons,
  vulnerabilityActions,
  vulnerabilityReportTypes,
  vulnerabilitySeverities,
  vulnerabilityStates,
} from '@milepost/core/security/vulnerabilities';
import { Type } from 'typebox';
import { KeysetPage, keysetInput, keysetRequest, pageRequest, pagingInput } from '../../platform/rest/paging.ts';
import { idParam } from '../../platform/rest/params.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { choice } from '../work-items/rest/values.ts';
import { NotFoundError } from '@milepost/core/errors';
import {
  changeVulnerability,
  findNamespaceWithVulnerabilities,
  findVulnerability,
  UnchangedStateError,
} from './commands.ts';
import { addIssueLinkRoutes } from './rest/links.ts';
import { presentVulnerability } from './rest/presenters.ts';
import { addReportRoutes } from './rest/reports.ts';
import { vulnerabilitiesOnPage, vulnerabilitySorts } from './store.ts';

const tags = ['vulnerabilities'];

const listOf = <Value extends string>(values: readonly Value[]) => Type.Optional(Type.Array(Type.Enum([...values])));

export function addRoutes(routes: Routes): void {
  addLists(routes);
  addActions(routes);
  addIssueLinkRoutes(routes);
  addReportRoutes(routes);
}

function addLists(routes: Routes): void {
  const input = Type.Object({
    ...pagingInput,
    ...keysetInput,
    state: listOf(vulnerabilityStates),
    severity: listOf(vulnerabilitySeverities),
    report_type: listOf(vulnerabilityReportTypes),
    scanner: Type.Optional(Type.Array(Type.String())),
    has_issues: Type.Optional(Type.Boolean()),
    has_resolution: Type.Optional(Type.Boolean({ description: 'Whether the latest scan no longer contains it' })),
    search: Type.Optional(Type.String({ description: 'Text of title, description or location' })),
    sort: choice(vulnerabilitySorts),
  });
  for (const kind of ['project', 'group'] as const) {
    routes.get(
      `/${kind}s/:id/vulnerabilities`,
      {
        summary: `Vulnerabilities of a ${kind}; the link to the next page is a keyset one`,
        tags,
        signedIn: true,
        input,
      },
      async ({ params, input: given }, ctx) => {
        const namespace = await findNamespaceWithVulnerabilities(ctx, params['id'] ?? '');
        if (namespace.kind !== kind) throw new NotFoundError(kind === 'group' ? 'Group' : 'Project');
        const slice = keysetRequest({ ...given, pagination: 'keyset' });
        if (!slice) throw new NotFoundError('Page');
        const rows = await vulnerabilitiesOnPage(ctx, namespace, {
          filter: {
            ...(given.state && { states: given.state }),
            ...(given.severity && { severities: given.severity }),
            ...(given.report_type && { reportTypes: given.report_type }),
            ...(given.scanner && { scanners: given.scanner }),
            ...(given.has_issues !== undefined && { hasIssues: given.has_issues }),
            ...(given.has_resolution !== undefined && { hasResolution: given.has_resolution }),
            ...(given.search && { search: given.search }),
          },
          sort: given.sort ?? 'severity_desc',
          slice,
          // Scripts count pages up to an empty one.
          offset: given.cursor === undefined ? pageRequest(given).offset : 0,
        });
        const shown = rows.slice(0, slice.limit);
        const next = rows.length > slice.limit ? (shown.at(-1)?.cursor ?? null) : null;
        return new KeysetPage(await Promise.all(shown.map(({ row }) => presentVulnerability(ctx, row))), next);
      },
    );
  }
}

function addActions(routes: Routes): void {
  routes.get(
    '/vulnerabilities/:id',
    { summary: 'One vulnerability', tags, signedIn: true },
    async ({ params }, ctx) => {
      const { vulnerability } = await findVulnerability(ctx, idParam(params, 'id'));
      return presentVulnerability(ctx, vulnerability);
    },
  );
  const input = Type.Object({
    comment: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    dismissal_reason: choice(dismissalReasons),
  });
  for (const action of vulnerabilityActions) {
    routes.post(
      `/vulnerabilities/:id/${action}`,
      { summary: `${titles[action]} a vulnerability; 304 when it already has that state`, tags, signedIn: true, input },
      async ({ params, input: given, reply }, ctx) => {
        try {
          const details = { comment: given.comment ?? null, dismissalReason: given.dismissal_reason ?? null };
          return presentVulnerability(ctx, await changeVulnerability(ctx, idParam(params, 'id'), action, details));
        } catch (error) {
          if (!(error instanceof UnchangedStateError)) throw error;
          void reply.code(304);
          return null;
        }
      },
    );
  }
}

const titles = {
  confirm: 'Confirm',
  resolve: 'Resolve',
  dismiss: 'Dismiss',
  revert: 'Revert to detected',
} as const;
