import { DomainError } from '@milepost/core/errors';
import type { Forge } from '@milepost/core/merge-requests/forges';
import type { InboundDeliveryId } from '@milepost/core/ids';
import { anonymous, type Viewer } from '@milepost/core/roles';
import { Context, type Services, type Trx } from '../../../platform/context.ts';
import { viewersOfAccounts } from '../../members/commands/identify.ts';
import { saveRequestOfForge } from '../../merge-requests/commands/of-forges.ts';
import { readCommit } from '../../merge-requests/commands/pushes.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { inboundWebhookPolicy } from '../policy.ts';
import { accountsOfEmails, countAttempt, lockDelivery, lockInboundWebhook, saveDelivery } from '../store.ts';
import type { InboundWebhook } from '../store.ts';
import type { InboundContent } from '../table.ts';

const MAX_ATTEMPTS = 5;

/** Applies a queued delivery once. Named errors are stored as the reason; anything else is thrown, so that the queue retries. */
export async function processDelivery(services: Services, id: InboundDeliveryId): Promise<void> {
  const attempts = await countAttempt(services.db, id);
  if (attempts === 0) return;
  try {
    await new Context(services, anonymous).transaction((trx) => apply(services, trx, id));
  } catch (error) {
    const reason =
      error instanceof DomainError
        ? error.message
        : attempts >= MAX_ATTEMPTS
          ? `It failed ${attempts} times. See the server's log for the reason`
          : null;
    if (reason === null) throw error;
    await saveDelivery(services.db, id, { status: 'failed', reason, processedAt: new Date() });
  }
}

async function apply(services: Services, trx: Trx, id: InboundDeliveryId): Promise<void> {
  const found = await lockDelivery(trx, id);
  if (found?.status !== 'queued' || found.content === null) return;
  const webhook = await lockInboundWebhook(trx, found.webhookId);
  if (!webhook) return;
  const inside = new Context(services, anonymous, trx);
  const project = await inside.load(namespacesById, webhook.projectId);
  if (!project) return;
  inside.require(inboundWebhookPolicy.receive, project);
  await applyContent(await actorsOf(services, trx, webhook), trx, project, webhook.forge, found.content);
  await saveDelivery(trx, id, { status: 'processed', reason: null, processedAt: new Date() });
}

/** Who acts for a webhook. */
interface Actors {
  bot: Context;
  /** A webhook changes only what its account or its creator may change. */
  limits: readonly Context[];
  contextOf(viewer: Viewer): Context;
}

async function actorsOf(services: Services, trx: Trx, { botId, createdById }: InboundWebhook): Promise<Actors> {
  const viewers = await viewersOfAccounts(
    trx,
    [botId, createdById].filter((id) => id !== null),
  );
  const contextOf = (viewer: Viewer): Context => new Context(services, viewer, trx);
  const bot = viewers.find((viewer) => viewer.is(botId)) ?? anonymous;
  return { bot: contextOf(bot), limits: viewers.map(contextOf), contextOf };
}

async function applyContent(
  actors: Actors,
  trx: Trx,
  project: Namespace,
  forge: Forge,
  content: InboundContent,
): Promise<void> {
  if (content.kind === 'request') {
    await trx.actAs(actors.bot, () => saveRequestOfForge(actors.bot, trx, project, { ...content.request, forge }));
    return;
  }
  if (content.kind !== 'push') return;
  const accounts = await accountsOfEmails(
    trx,
    content.commits.map(({ authorEmail }) => authorEmail),
  );
  const viewers = await viewersOfAccounts(trx, [...new Set(accounts.values())]);
  for (const { sha, message, authorEmail, url } of content.commits) {
    const id = accounts.get(authorEmail.toLowerCase());
    const viewer = viewers.find((each) => each.is(id ?? null));
    const actor = viewer ? actors.contextOf(viewer) : actors.bot;
    const commit = { id: sha, message, href: url };
    await trx.actAs(actor, () => readCommit(actor, trx, project, commit, content.isDefault, actors.limits));
  }
}
