import { administrator, owner, type OrganisationCall } from './calls.ts';

const openai = '/ai/experimentation/openai';
const message = { messages: [{ role: 'user', content: 'Hi' }] };
const aboutEpic =
  (more: object = {}): OrganisationCall['given'] =>
  ({ epic }) => ({ input: { work_item_id: epic.id, ...more } });

/** The model is asked, and nothing changes: reading is enough. */
const asking = { least: 'person', scope: 'read_api' } as const;

export const assistantCalls: readonly OrganisationCall[] = [
  { call: 'POST /-/llm/tanuki_bot/ask', ...asking, given: () => ({ input: { q: 'How?' } }) },
  { call: `POST ${openai}/completions`, least: 'person', given: () => ({ input: { prompt: 'Hi' } }) },
  { call: `POST ${openai}/chat/completions`, least: 'person', given: () => ({ input: message }) },
  { call: `POST ${openai}/embeddings`, least: 'person', given: () => ({ input: { input: 'Hi' } }) },
  { call: 'POST /ai/passages', ...asking, given: () => ({ input: { q: 'How?' } }) },
  { call: 'GET /ai/work_items/{id}', least: 'person', given: ({ epic }) => ({ params: { id: epic.id } }) },
  { call: 'POST /ai/summaries', ...asking, given: aboutEpic() },
  { call: 'POST /ai/status_update_drafts', least: 'planner', scope: 'read_api', given: aboutEpic() },
  { call: 'POST /ai/suggestions', least: 'planner', scope: 'read_api', given: aboutEpic({ kind: 'children' }) },
  {
    call: 'POST /ai/suggestions/apply',
    least: 'planner',
    given: async ({ build, group }) => {
      const { id, updatedAt } = await build.epic({ group, author: null });
      return { input: { work_item_id: id, kind: 'children', values: ['Part'], read_at: updatedAt.toISOString() } };
    },
  },
  { call: 'GET /ai/usage', ...administrator },
  { call: 'GET /ai/usage.csv', ...administrator },
  { call: 'GET /groups/{id}/ai/usage', ...owner },
  { call: 'GET /groups/{id}/ai/usage.csv', ...owner },
];
