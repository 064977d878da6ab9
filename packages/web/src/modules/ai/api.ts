import { infiniteQueryOptions } from '@tanstack/react-query';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendForEvents } from '../../platform/api/events.ts';
import { send, sendJson } from '../../platform/api/http.ts';
import { restPath, restQuery } from '../../platform/api/rest.ts';

const OPENAI = '/ai/experimentation/openai';

/** Parameters of the API of OpenAI beyond the named ones, passed on unchanged. */
type Rest = Readonly<Record<string, unknown>>;

const post = <Answer>(path: string, body: object, signal?: AbortSignal): Promise<Answer> =>
  sendJson<Answer>(restPath(path), { method: 'POST', body, signal });

export interface Completion {
  choices: readonly { text: string }[];
}

/** A completion of a prompt. */
export function createCompletion({ model, prompt, ...rest }: { model?: string; prompt: unknown } & Rest) {
  return post<Completion>(`${OPENAI}/completions`, { model, prompt, ...rest });
}

export interface Embeddings {
  data: readonly { index: number; embedding: readonly number[] }[];
}

/** The vectors of a text, or of several. */
export function createEmbeddings({
  model,
  input,
  ...rest
}: { model?: string; input: string | readonly string[] } & Rest) {
  return post<Embeddings>(`${OPENAI}/embeddings`, { model, input, ...rest });
}

export interface ChatCompletion {
  choices: readonly { message: { role: string; content: string } }[];
}

/** The next message of a conversation. */
export function createChatCompletion({
  model,
  messages,
  ...rest
}: { model?: string; messages: readonly object[] } & Rest) {
  return post<ChatCompletion>(`${OPENAI}/chat/completions`, { model, messages, ...rest });
}

export interface Answer {
  html: string;
  sources: readonly { title: string; url: string }[];
}

interface AnswerEvent {
  sources?: Answer['sources'];
  /** Of the whole answer until then. */
  content_html?: string;
}

/** Answers a question from the guide and the items that the viewer may read. `show` gets the answer while it is written. */
export async function askQuestion(q: string, signal: AbortSignal, show: (part: Answer) => void): Promise<Answer> {
  const request = { method: 'POST', body: { q, stream: true }, signal } as const;
  let answer: Answer = { html: '', sources: [] };
  for await (const event of sendForEvents<AnswerEvent>('/-/llm/tanuki_bot/ask', request)) {
    answer = { html: event.content_html ?? answer.html, sources: event.sources ?? answer.sources };
    if (answer.html !== '') show(answer);
  }
  return answer;
}

export interface Passage {
  title: string;
  url: string;
  text: string;
}

/** The passages for a question, without a model. */
export async function passagesFor(q: string, signal?: AbortSignal): Promise<readonly Passage[]> {
  return (await post<{ passages: Passage[] }>('/ai/passages', { q }, signal)).passages;
}

export type ItemFeature = 'summary' | 'status_update' | 'children' | 'labels' | 'duplicates';
export type SuggestionKind = Extract<ItemFeature, 'children' | 'labels' | 'duplicates'>;

/** What the assistant offers for an item. */
export const offeredQuery = (itemId: number) =>
  restQuery<{ features: ItemFeature[] }>(['assistant', itemId], `/ai/work_items/${itemId}`);

/** A generated text: a preview. */
export interface Generated {
  content: string;
  content_html: string;
  /** It was also made of internal notes. */
  internal: boolean;
}

export function summarize(itemId: number, signal?: AbortSignal): Promise<Generated> {
  return post('/ai/summaries', { work_item_id: itemId }, signal);
}

export function draftStatusUpdate(itemId: number, signal?: AbortSignal): Promise<Generated & { health: string }> {
  return post('/ai/status_update_drafts', { work_item_id: itemId }, signal);
}

export interface Suggestions {
  suggestions: readonly { value: string; title: string; url: string | null }[];
  read_at: string;
}

export function suggest(itemId: number, kind: SuggestionKind, signal?: AbortSignal): Promise<Suggestions> {
  return post('/ai/suggestions', { work_item_id: itemId, kind }, signal);
}

/** Makes the chosen suggestions and returns the change set that undoes them; null if nothing changed. */
export async function applySuggestions(
  itemId: number,
  chosen: { kind: SuggestionKind; values: readonly string[]; readAt: string },
): Promise<number | null> {
  const { kind, values, readAt } = chosen;
  const body = { work_item_id: itemId, kind, values, read_at: readAt };
  return (await post<{ change_set: number | null }>('/ai/suggestions/apply', body)).change_set;
}

export function undoChangeSet(id: number): Promise<void> {
  return sendJson(restPath(`/change_sets/${id}/undo`), { method: 'POST' });
}

export interface AiCall {
  id: number;
  created_at: string;
  user: { username: string; name: string; service_account?: true };
  namespace_path: string | null;
  feature: string;
  model: string;
  tokens_in: number;
  tokens_out: number;
  duration_ms: number;
  result: string;
}

/** Null: the log of the installation. */
const pathOf = (group: NamespaceRef | null): string =>
  group === null ? '/ai/usage' : `/groups/${encodeURIComponent(group.fullPath)}/ai/usage`;

interface CallsPage {
  calls: AiCall[];
  next: string | null;
}

/** The calls of the assistant, newest first. */
export function callsPages(group: NamespaceRef | null) {
  return infiniteQueryOptions({
    queryKey: ['assistant-usage', group],
    queryFn: async ({ signal, pageParam }): Promise<CallsPage> => {
      const response = await send(restPath(pathOf(group), { per_page: 50, cursor: pageParam }), { signal });
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      return {
        calls: (await response.json()) as AiCall[],
        next: next === undefined ? null : new URL(next).searchParams.get('cursor'),
      };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

export const usageCsvAddress = (group: NamespaceRef | null): string => restPath(`${pathOf(group)}.csv`);
