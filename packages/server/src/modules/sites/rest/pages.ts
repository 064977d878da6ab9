import type { FastifyRequest } from 'fastify';
import type { Context, Services } from '../../../platform/context.ts';
import type { Routes } from '../../../platform/rest/routes.ts';

/** From this lag on pages say that their data is old. */
const SHOWN_LAG_SECONDS = 10;

interface ShownSite {
  name: string;
  isReadOnly: boolean;
  /** Null unless it is worth mentioning. */
  lagSeconds: number | null;
}

/** For the banner of pages at a secondary. */
export function addSiteRoutes(routes: Routes): void {
  routes.get(
    '/-/site.json',
    { summary: 'Whether this site accepts changes, and how old its data is', tags: ['pages'], isHidden: true },
    (_request, ctx) => {
      const shown = shownSite(ctx.services);
      return {
        name: shown?.name ?? null,
        read_only: shown?.isReadOnly ?? false,
        lag_seconds: shown?.lagSeconds ?? null,
      };
    },
  );
}

/** Nothing for pages of a single site or the primary. */
export function bootstrapOfSite({ services }: Context, _request: FastifyRequest): Promise<object> {
  const site = shownSite(services);
  return Promise.resolve(site === null ? {} : { site });
}

function shownSite({ site }: Services): ShownSite | null {
  if (site.role === 'demoted') return { name: site.name ?? '', isReadOnly: true, lagSeconds: null };
  if (!site.isSecondary) return null;
  const seconds = Math.round(site.lag?.seconds ?? 0);
  return {
    name: site.name ?? '',
    isReadOnly: !site.isPrimaryReachable,
    lagSeconds: seconds > SHOWN_LAG_SECONDS ? seconds : null,
  };
}
