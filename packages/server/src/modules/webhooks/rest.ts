import {
  unsupportedWebhookEvents,
  webhookEvents,
  type UnsupportedWebhookEvent,
  type WebhookEvent,
} from '@milepost/core/webhooks';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { InputError } from '../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { idParam } from '../../platform/rest/params.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { createWebhook, deleteWebhook, updateWebhook, webhookOf, type WebhookFields } from './commands.ts';
import { resendDelivery, testWebhook } from './commands/by-hand.ts';
import { webhookPolicy } from './policy.ts';
import { countDeliveries, deliveriesOnPage, type WebhookDelivery } from './store/deliveries.ts';
import { countWebhooks, webhooksOnPage, type Webhook } from './store.ts';

const tags = ['webhooks'];
const flag = (about: string) => Type.Optional(Type.Boolean({ description: about }));
/** The same value for each published event that is not sent here. */
function forUnsupported<Value>(value: Value): Record<UnsupportedWebhookEvent, Value> {
  return Object.fromEntries(unsupportedWebhookEvents.map((event) => [event, value])) as Record<
    UnsupportedWebhookEvent,
    Value
  >;
}
const fields = {
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  token: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: 'Write-only; sent with every delivery' }),
  ),
  issues_events: flag('Epics, issues, incidents and tasks'),
  confidential_issues_events: flag('The same for confidential ones'),
  note_events: flag('Comments'),
  confidential_note_events: flag('Internal comments, and those on confidential items'),
  status_update_events: flag(
    'Status updates of epics; those of confidential epics only with `confidential_issues_events` as well',
  ),
  deployment_events: flag('Deployments that were created or have another status'),
  merge_requests_events: flag('Merge requests that were opened, changed, approved, merged, closed or reopened'),
  ...forUnsupported(flag('Not sent here, always false. 422 for a webhook that requests nothing else')),
  enable_ssl_verification: flag('False: untrusted certificates are accepted as well'),
} as const;
const newHook = Type.Object({ url: Type.String(), ...fields });
const changedHook = Type.Object({ url: Type.Optional(Type.String()), ...fields });

const ownerKinds = [
  { kind: 'group', path: '/groups/:id/hooks', find: findVisibleGroup },
  { kind: 'project', path: '/projects/:id/hooks', find: findVisibleProject },
] as const;

/** Webhooks of groups and projects, and their deliveries. */
export function addRoutes(routes: Routes): void {
  for (const owner of ownerKinds) {
    addHookRoutes(routes, owner);
    addDeliveryRoutes(routes, owner);
    addTestRoute(routes, owner);
  }
}

function addHookRoutes(routes: Routes, { kind, path, find }: (typeof ownerKinds)[number]): void {
  const about = { tags, signedIn: true };
  routes.get(
    path,
    { ...about, summary: `Webhooks of a ${kind}`, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, params['id'] ?? '');
      ctx.require(webhookPolicy.read, namespace);
      const page = pageRequest(input);
      const [hooks, total] = await Promise.all([
        webhooksOnPage(ctx.db, namespace.id, page),
        countWebhooks(ctx.db, namespace.id),
      ]);
      return new RestPage(
        hooks.map((hook) => presentHook(hook, namespace)),
        total,
        page,
      );
    },
  );
  routes.get(`${path}/:hook_id`, { ...about, summary: `One webhook of a ${kind}` }, async ({ params }, ctx) => {
    const namespace = await find(ctx, params['id'] ?? '');
    return presentHook(await webhookOf(ctx, namespace, idParam(params, 'hook_id')), namespace);
  });
  routes.post(
    path,
    { ...about, summary: `Add a webhook to a ${kind}`, input: newHook },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, params['id'] ?? '');
      return presentHook(await createWebhook(ctx, namespace, { ...fieldsOf(input), url: input.url }), namespace);
    },
  );
  routes.put(
    `${path}/:hook_id`,
    { ...about, summary: `Change a webhook of a ${kind}`, input: changedHook },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, params['id'] ?? '');
      return presentHook(await updateWebhook(ctx, namespace, idParam(params, 'hook_id'), fieldsOf(input)), namespace);
    },
  );
  routes.delete(`${path}/:hook_id`, { ...about, summary: `Remove a webhook of a ${kind}` }, async ({ params }, ctx) =>
    deleteWebhook(ctx, await find(ctx, params['id'] ?? ''), idParam(params, 'hook_id')),
  );
}

function addDeliveryRoutes(routes: Routes, { kind, path, find }: (typeof ownerKinds)[number]): void {
  const hookAt = async (ctx: Context, params: Readonly<Record<string, string>>): Promise<Webhook> =>
    webhookOf(ctx, await find(ctx, params['id'] ?? ''), idParam(params, 'hook_id'));
  routes.get(
    `${path}/:hook_id/events`,
    {
      summary: `Deliveries of a webhook of a ${kind} in the last seven days, newest first`,
      tags,
      signedIn: true,
      input: Type.Object(pagingInput),
    },
    async ({ params, input }, ctx) => {
      const hook = await hookAt(ctx, params);
      const page = pageRequest(input);
      const [deliveries, total] = await Promise.all([
        deliveriesOnPage(ctx.db, hook.id, page),
        countDeliveries(ctx.db, hook.id),
      ]);
      return new RestPage(
        deliveries.map((delivery) => presentDelivery(delivery, hook)),
        total,
        page,
      );
    },
  );
  routes.post(
    `${path}/:hook_id/events/:hook_log_id/resend`,
    { summary: `Repeat a delivery of a webhook of a ${kind}`, tags, signedIn: true },
    async ({ params }, ctx) => {
      const hook = await hookAt(ctx, params);
      return presentDelivery(await resendDelivery(ctx, hook, idParam(params, 'hook_log_id')), hook);
    },
  );
}

function addTestRoute(routes: Routes, { kind, path, find }: (typeof ownerKinds)[number]): void {
  routes.post(
    `${path}/:hook_id/test/:trigger`,
    {
      summary: `Test a webhook of a ${kind} with the newest item, comment, status update, deployment or merge request there`,
      tags,
      signedIn: true,
    },
    async ({ params }, ctx) => {
      const namespace = await find(ctx, params['id'] ?? '');
      const hook = await webhookOf(ctx, namespace, idParam(params, 'hook_id'));
      const trigger = webhookEvents.find((event) => event === params['trigger']);
      if (!trigger) throw new InputError(['trigger does not have a valid value']);
      // The published message, with the result of the delivery.
      return { message: '201 Created', ...presentDelivery(await testWebhook(ctx, namespace, hook, trigger), hook) };
    },
  );
}

type HookInput = Partial<Record<WebhookEvent | UnsupportedWebhookEvent | 'enable_ssl_verification', boolean>> & {
  url?: string;
  name?: string;
  description?: string;
  token?: string | null;
};

function fieldsOf(input: HookInput): WebhookFields {
  return {
    url: input.url,
    name: input.name,
    description: input.description,
    token: input.token,
    issuesEvents: input.issues_events,
    confidentialIssuesEvents: input.confidential_issues_events,
    noteEvents: input.note_events,
    confidentialNoteEvents: input.confidential_note_events,
    statusUpdateEvents: input.status_update_events,
    deploymentEvents: input.deployment_events,
    mergeRequestsEvents: input.merge_requests_events,
    enableSslVerification: input.enable_ssl_verification,
    unsupportedEvents: unsupportedWebhookEvents.filter((event) => input[event]),
  };
}

function presentHook(hook: Webhook, namespace: Namespace) {
  return {
    id: hook.id,
    [namespace.kind === 'group' ? 'group_id' : 'project_id']: namespace.id,
    url: hook.url,
    name: hook.name,
    description: hook.description,
    created_at: hook.createdAt.toISOString(),
    issues_events: hook.issuesEvents,
    confidential_issues_events: hook.confidentialIssuesEvents,
    note_events: hook.noteEvents,
    confidential_note_events: hook.confidentialNoteEvents,
    status_update_events: hook.statusUpdateEvents,
    deployment_events: hook.deploymentEvents,
    merge_requests_events: hook.mergeRequestsEvents,
    ...forUnsupported(false),
    enable_ssl_verification: hook.enableSslVerification,
    token_present: hook.sealedToken !== null || hook.plainToken !== null,
  };
}

function presentDelivery(delivery: WebhookDelivery, hook: Webhook) {
  return {
    id: delivery.id,
    url: hook.url,
    trigger: delivery.trigger,
    event: delivery.event,
    event_uuid: delivery.eventUuid,
    request_headers: delivery.requestHeaders ?? {},
    request_data: JSON.parse(delivery.payload) as unknown,
    response_headers: delivery.responseHeaders ?? {},
    response_body: delivery.responseBody ?? '',
    response_status: delivery.responseStatus === null ? null : String(delivery.responseStatus),
    execution_duration: delivery.durationMs === null ? null : delivery.durationMs / 1_000,
    internal_error_message: delivery.failure,
    attempts: delivery.attempts,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  };
}
