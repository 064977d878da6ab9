import type { WorkItemId } from '@milepost/core/ids';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { idInput, InputError } from '../../../platform/rest/input.ts';
import { idParam } from '../../../platform/rest/params.ts';
import type { RouteRequest, Routes } from '../../../platform/rest/routes.ts';
import { timeOf } from '../../../platform/rest/times.ts';
import { statusUpdatesPolicy } from '../../status-updates/policy.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import { findVisibleWorkItemById, type WorkItem } from '../../work-items/store.ts';
import { answerQuestion, checkedQuestion, streamAnswer, type StreamedAnswer } from '../commands/ask.ts';
import { assistedItem, draftStatusUpdate, isOfferedFor, summarize } from '../commands/items.ts';
import { configOf, type ModelCall } from '../commands/model.ts';
import { renderAnswer } from '../commands/render.ts';
import { passagesFor, type Passage } from '../commands/retrieval.ts';
import { applySuggestions, suggest, suggestionKinds } from '../commands/suggestions.ts';
import type { AiFeature } from '../table.ts';
import { callOf } from './calls.ts';
import { sendEvents } from './events.ts';

const tags = ['assistant'];
const options = { tags, signedIn: true, status: 200 } as const;
/** The model is asked, but nothing changes in Milepost. */
const reading = { ...options, access: 'read' } as const;

const questionInput = Type.Object({
  q: Type.Optional(Type.Unknown({ description: 'The question: 1 to 2,000 characters' })),
});
const itemInput = Type.Object({ work_item_id: idInput() });
const kindInput = Type.Enum([...suggestionKinds]);
const MAX_APPLIED = 10;

const askInput = Type.Object({
  ...questionInput.properties,
  stream: Type.Optional(
    Type.Boolean({
      description:
        'Milepost extension. Answers server-sent events: first `sources`, then parts with `content`, some of them with `content_html`, the whole answer until then; `[DONE]` is the last one',
    }),
  ),
});

/** `POST /-/llm/tanuki_bot/ask`: published below the site; the API has it too. */
export function addAsk(routes: Routes): void {
  routes.post(
    '/-/llm/tanuki_bot/ask',
    { ...reading, summary: 'Answers a question from the guide and the items that you may read', input: askInput },
    async ({ input, http, reply }, ctx) => {
      configOf(ctx);
      const question = checkedQuestion(input.q);
      const call = callOf(ctx, http, reply, { feature: 'ask' });
      if (input.stream === true) return sendEvents(reply, eventsOf(await streamAnswer(call, question), ctx));
      const { content, sources } = await answerQuestion(call, question);
      return { content, content_html: renderAnswer(content, ctx.baseUrl), sources: sources.map(presentSource) };
    },
  );
}

const presentSource = ({ title, url }: Passage) => ({ title, url });

/** Rendering each part would repeat the work for the whole answer too often. */
const RENDER_INTERVAL_MS = 100;

async function* eventsOf({ sources, parts }: StreamedAnswer, { baseUrl }: Context): AsyncGenerator<object> {
  yield { sources: sources.map(presentSource) };
  let content = '';
  let renderedAt = -Infinity;
  for await (const part of parts) {
    content += part;
    const isDue = performance.now() - renderedAt >= RENDER_INTERVAL_MS;
    if (isDue) renderedAt = performance.now();
    yield { content: part, ...(isDue && { content_html: renderAnswer(content, baseUrl) }) };
  }
  yield { content: '', content_html: renderAnswer(content, baseUrl) };
}

/** What pages ask the assistant. All answers are previews, except of `apply`. */
export function addAssistantRoutes(routes: Routes): void {
  routes.post(
    '/ai/passages',
    {
      ...reading,
      summary: 'Passages of the guide and of items for a question, without a model (Milepost extension)',
      input: questionInput,
    },
    async ({ input }, ctx) => ({ passages: await passagesFor(ctx, checkedQuestion(input.q)) }),
  );
  routes.get(
    '/ai/work_items/:id',
    { ...reading, summary: 'What the assistant offers for an item (Milepost extension)' },
    async ({ params }, ctx) => {
      const item = await findVisibleWorkItemById(ctx, idParam<'WorkItem'>(params, 'id'));
      return { features: ctx.services.assistant ? await featuresFor(ctx, item) : [] };
    },
  );
  routes.post(
    '/ai/summaries',
    { ...reading, summary: 'A summary of an item and its discussion (Milepost extension)', input: itemInput },
    async (request, ctx) => {
      const { item, call } = await about(request, ctx, 'summary');
      return { ...rendered(ctx, await summarize(call, item)) };
    },
  );
  routes.post(
    '/ai/status_update_drafts',
    { ...reading, summary: 'A draft of a status update of an epic (Milepost extension)', input: itemInput },
    async (request, ctx) => {
      const { item, call } = await about(request, ctx, 'status_update');
      const draft = await draftStatusUpdate(call, item);
      return { health: draft.health, ...rendered(ctx, draft) };
    },
  );
  routes.post(
    '/ai/suggestions',
    {
      ...reading,
      summary: 'Suggested children, labels or duplicates of an item (Milepost extension)',
      input: Type.Object({ work_item_id: idInput(), kind: kindInput }),
    },
    async (request, ctx) => {
      const { kind } = request.input;
      const { item, call } = await about(request, ctx, kind);
      const { suggestions, readAt } = await suggest(call, item, kind);
      return { kind, suggestions, read_at: readAt.toISOString() };
    },
  );
  routes.post(
    '/ai/suggestions/apply',
    {
      ...options,
      summary: 'Makes chosen suggestions as one change set (Milepost extension)',
      input: Type.Object({
        work_item_id: idInput(),
        kind: kindInput,
        values: Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { minItems: 1, maxItems: MAX_APPLIED }),
        read_at: Type.String({ description: '`read_at` of the suggestions' }),
      }),
    },
    async ({ input }, ctx) => {
      const { kind, values } = input;
      const item = await assistedItem(ctx, input.work_item_id as WorkItemId, kind);
      const readAt = timeOf('read_at', input.read_at);
      if (!readAt) throw new InputError(['read_at is missing']);
      return { change_set: await applySuggestions(ctx, item.id, { kind, values, readAt }) };
    },
  );
}

async function featuresFor(ctx: Context, item: WorkItem): Promise<AiFeature[]> {
  const mayPlan = ctx.can(workItemPolicy.plan, item);
  const possible: AiFeature[] = [
    'summary',
    ...(item.type === 'epic' && item.state === 'opened' && ctx.can(statusUpdatesPolicy.post, item)
      ? (['status_update'] as const)
      : []),
    ...(mayPlan && item.type !== 'task' ? (['children'] as const) : []),
    ...(mayPlan ? (['labels', 'duplicates'] as const) : []),
  ];
  const offered = await Promise.all(possible.map((feature) => isOfferedFor(ctx, item, feature)));
  return possible.filter((_feature, index) => offered[index]);
}

async function about(
  { input, http, reply }: Pick<RouteRequest<typeof itemInput>, 'input' | 'http' | 'reply'>,
  ctx: Context,
  feature: AiFeature,
): Promise<{ item: WorkItem; call: ModelCall }> {
  const item = await assistedItem(ctx, input.work_item_id as WorkItemId, feature);
  return { item, call: callOf(ctx, http, reply, { feature, namespaceId: item.namespaceId }) };
}

function rendered({ baseUrl }: Context, { content, isInternal }: { content: string; isInternal: boolean }) {
  return { content, content_html: renderAnswer(content, baseUrl), internal: isInternal };
}
