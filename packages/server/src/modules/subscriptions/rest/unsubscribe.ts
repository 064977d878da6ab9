import { anonymous } from '@milepost/core/roles';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Context, type Services } from '../../../platform/context.ts';
import { escapeHtml } from '../../../platform/markdown/html.ts';
import { viewersOfAccounts } from '../../members/commands/identify.ts';
import { referenceOf } from '../../work-items/graphql/fields.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import { workItemsById } from '../../work-items/store.ts';
import { unsubscribeByLink } from '../commands.ts';
import { readLink, type UnsubscribeLink } from '../commands/links.ts';

/**
 * The unsubscribe link of every message. It works without a session, also in mail programs: GET changes nothing (programs
 * prefetch links), POST of the form unsubscribes with one click (RFC 8058). The signed token is the only credential; a session
 * is ignored.
 */
export function addUnsubscribePages(server: FastifyInstance, services: Services): void {
  const schema = { hide: true };
  const linkOf = (params: unknown): UnsubscribeLink | null =>
    readLink(services.secret, (params as { token: string }).token);

  server.get('/-/unsubscribe/:token', { schema }, async (request, reply) => {
    const link = linkOf(request.params);
    if (!link) return page(reply, 404, unknownLink);
    const ctx = new Context(services, anonymous);
    const what = escapeHtml((await nameOf(ctx, link)) ?? 'this item');
    return page(reply, 200, {
      title: `Unsubscribe from ${what}?`,
      body: `<p>You will no longer receive email about it. You can subscribe again on its page.</p>
<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>`,
    });
  });

  server.post('/-/unsubscribe/:token', { schema }, async (request, reply) => {
    const link = linkOf(request.params);
    if (!link) return page(reply, 404, unknownLink);
    const ctx = new Context(services, anonymous);
    const what = await nameOf(ctx, link);
    // A deleted item sends no more messages, so the request has succeeded.
    if (what !== null) await unsubscribeByLink(ctx, link.workItemId, link.userId);
    return page(reply, 200, {
      title: 'You have unsubscribed',
      body: `<p>You will no longer receive email about ${escapeHtml(what ?? 'this item')}.</p>`,
    });
  });
}

const unknownLink: Content = {
  title: 'This link is not valid',
  body: '<p>It may be incomplete. Open it again from the email.</p>',
};

/** The item's title, or "this item" if the recipient may not see it any more; null if the item or the recipient no longer exists. */
async function nameOf(ctx: Context, { workItemId, userId }: UnsubscribeLink): Promise<string | null> {
  const item = await ctx.load(workItemsById, workItemId);
  const [viewer] = await viewersOfAccounts(ctx.db, [userId]);
  if (!item || !viewer) return null;
  return workItemPolicy.read(viewer, item) ? referenceOf(item, true) : 'this item';
}

interface Content {
  /** HTML, like the body. */
  title: string;
  body: string;
}

function page(reply: FastifyReply, status: number, { title, body }: Content): FastifyReply {
  return reply.code(status).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  }).send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} · Milepost</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; min-height: 90vh; place-content: center; padding: 24px; margin: 0; }
main { max-width: 32rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
button { font: inherit; padding: 8px 16px; border-radius: 6px; border: 1px solid transparent; background: #1f5fbf; color: #fff; cursor: pointer; }
</style>
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>
`);
}
