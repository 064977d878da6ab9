import { DomainError } from '@milepost/core/errors';
import { linkTypes } from '@milepost/core/links';
import { baseOfItem, fullReference } from '@milepost/core/text/references';
import { webPathOf } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { RouteRequest, Routes } from '../../../platform/rest/routes.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { itemReferenced } from '../../work-items/commands/references.ts';
import { epicAt } from '../../work-items/rest/epics.ts';
import { issueAt } from '../../work-items/rest/issues.ts';
import { choice } from '../../work-items/rest/values.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { findLink, linkItems, unlinkItems } from '../commands.ts';
import { linkedItemsOf } from '../store.ts';

const tags = ['pages'];
const added = Type.Object({
  issuable_references: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: 100,
    description: 'References (`#12`, `&5`, `group/project#12`) or addresses',
  }),
  link_type: choice(linkTypes),
});

const faces = [
  { name: 'issue', path: '/project/:id/issues/:issue_iid/links', find: issueAt },
  { name: 'epic', path: '/group/:id/epics/:epic_iid/related_epic_links', find: epicAt },
] as const;

/** Endpoints of the linked items on a page, and of its form. */
export function addNamespaceRoutes(routes: Routes): void {
  for (const { name, path, find } of faces) {
    routes.get(path, { summary: `What an ${name} is linked with`, tags }, async ({ params }, ctx) =>
      presentAll(ctx, await find(ctx, params), path),
    );
    routes.post(
      path,
      { summary: `Link an ${name} with others`, tags, signedIn: true, status: 200, input: added },
      async ({ params, input }, ctx) => {
        const item = await find(ctx, params);
        const others = await Promise.all(input.issuable_references.map((text) => referenced(ctx, item, text)));
        const otherIds = others.map(({ id }) => id);
        await linkItems(ctx, { itemId: item.id, linkType: input.link_type ?? 'relates_to', otherIds });
        return { issuables: await presentAll(ctx, item, path) };
      },
    );
    routes.delete(
      `${path}/:link_id`,
      { summary: `Delete a link of an ${name}`, tags, signedIn: true, status: 200 },
      async ({ params }: RouteRequest<never>, ctx) => {
        const item = await find(ctx, params);
        const { source, target } = await findLink(ctx, item.id, idParam<'Link'>(params, 'link_id'));
        await unlinkItems(ctx, { itemId: item.id, otherIds: [source.id === item.id ? target.id : source.id] });
        return { issuables: await presentAll(ctx, item, path) };
      },
    );
  }
}

/** A bare number refers to the item's own namespace: `12` for `#12` or `&12`. */
async function referenced(ctx: Context, item: WorkItem, text: string): Promise<WorkItem> {
  const sign = item.type === 'epic' ? '&' : '#';
  const base = baseOfItem(item);
  const found = await itemReferenced(ctx, base, /^\d+$/.test(text.trim()) ? `${sign}${text.trim()}` : text);
  if (!found) throw new UnknownReferenceError(text.trim());
  return found;
}

/** One of several references cannot be resolved: which. */
class UnknownReferenceError extends DomainError {
  override name = 'UnknownReferenceError';
  readonly code = 'UNKNOWN_REFERENCE' as const;
  readonly kind = 'missing' as const;
  constructor(readonly reference: string) {
    super(`No matching item found: ${reference}`);
  }
}

async function presentAll(ctx: Context, item: WorkItem, path: string): Promise<object[]> {
  const links = await linkedItemsOf(ctx, item.id);
  const own = `${webPathOf(item)}/${path.slice(path.lastIndexOf('/') + 1)}`;
  return links.map(({ linkId, linkType, linkedAt, item: other }) => ({
    id: other.id,
    iid: other.iid,
    type: other.type,
    title: other.title,
    state: other.state,
    confidential: other.isConfidential,
    reference: fullReference({
      kind: other.type === 'epic' ? 'epic' : 'issue',
      path: other.namespacePath,
      name: String(other.iid),
    }),
    path: webPathOf(other),
    created_at: other.createdAt,
    closed_at: other.closedAt,
    link_id: linkId,
    link_type: linkType,
    link_created_at: linkedAt,
    relation_path: `${own}/${linkId}`,
  }));
}
