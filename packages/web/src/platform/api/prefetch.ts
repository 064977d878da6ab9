import { type GraphQLDocument, request } from './graphql.ts';

interface PrefetchedAnswer {
  answer: Promise<unknown>;
  /** Settles with the answer, successful or not. */
  end: Promise<unknown>;
  requestedAt: number;
  /** How long the answer counts as fresh, in milliseconds. */
  ttlMs: number;
  /** The answer, once it has arrived. */
  value?: unknown;
}

/** Prefetched answers, by request. */
const entries = new Map<string, PrefetchedAnswer>();

/** The default time after which an unused answer is stale, in milliseconds. */
const DEFAULT_TTL_MS = 10_000;

/**
 * Sends a request and stores its answer for the code that needs it. A request that is already pending is not repeated. The
 * returned promise resolves with the answer, or with undefined on failure.
 */
export function storePrefetched<Answer>(
  question: unknown,
  send: () => Promise<Answer>,
  ttlMs = DEFAULT_TTL_MS,
): Promise<Answer | undefined> {
  const key = JSON.stringify(question);
  let entry = entries.get(key);
  if (!isFresh(entry)) {
    entry = begin(send(), ttlMs);
    for (const [other, existing] of entries) if (!isFresh(existing)) entries.delete(other);
    entries.set(key, entry);
  }
  return entry.end as Promise<Answer | undefined>;
}

function begin(answer: Promise<unknown>, ttlMs: number): PrefetchedAnswer {
  const entry: PrefetchedAnswer = { answer, end: Promise.resolve(), requestedAt: performance.now(), ttlMs };
  entry.end = keepValue(entry);
  return entry;
}

async function keepValue(entry: PrefetchedAnswer): Promise<unknown> {
  try {
    entry.value = await entry.answer;
    return entry.value;
  } catch {
    // The code that takes the answer handles its failure.
    return undefined;
  }
}

/**
 * Resolves once all prefetched requests have settled, or after `timeoutMs` milliseconds: a page whose answers are there
 * initially renders once.
 */
export async function whenAnswered(timeoutMs: number): Promise<void> {
  const ends = [...entries.values()].filter(isFresh).map(({ end }) => end);
  if (ends.length === 0) return;
  await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
}

/** The prefetched answer to exactly this request; can be taken once. */
export function takePrefetched<Answer>(question: unknown): Promise<Answer> | undefined {
  const entry = take(question);
  return entry && (entry.answer as Promise<Answer>);
}

/** The same, but only if the answer has arrived. `age`: milliseconds since the request. */
export function takeAnswered(question: unknown): { value: unknown; age: number } | undefined {
  if (entries.get(JSON.stringify(question))?.value === undefined) return undefined;
  const entry = take(question);
  return entry && { value: entry.value, age: performance.now() - entry.requestedAt };
}

function take(question: unknown): PrefetchedAnswer | undefined {
  const key = JSON.stringify(question);
  const entry = entries.get(key);
  entries.delete(key);
  return isFresh(entry) ? entry : undefined;
}

function isFresh(entry: PrefetchedAnswer | undefined): entry is PrefetchedAnswer {
  return entry !== undefined && performance.now() - entry.requestedAt < entry.ttlMs;
}

/** Prefetches one document. */
export function prefetch<Result, Variables>(document: GraphQLDocument<Result, Variables>, variables: Variables): void {
  void storePrefetched(questionOf(document, variables), () => request(document, variables));
}

interface Question<Result, Variables> {
  document: GraphQLDocument<Result, Variables>;
  variables: Variables;
}

/** Prefetches two documents by one that selects what both do. If that fails, each is requested and fails by itself. */
export function prefetchBoth<One, Other, Variables, OneVariables, OtherVariables>(
  both: Question<One & Other, Variables>,
  one: Question<One, OneVariables>,
  other: Question<Other, OtherVariables>,
): void {
  let answer: Promise<unknown> | undefined;
  for (const { document, variables } of [one, other] as readonly Question<unknown, unknown>[]) {
    void storePrefetched(questionOf(document, variables), () =>
      (answer ??= request(both.document, both.variables)).catch(() => request(document, variables)),
    );
  }
}

/** The answer to one document, prefetched or requested now. Throws the errors of errors.ts. */
export function takeOrRequest<Result, Variables>(
  document: GraphQLDocument<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  return takePrefetched<Result>(questionOf(document, variables)) ?? request(document, variables, signal);
}

/** The prefetched answer to one document, if it has arrived. */
export function takeAnsweredTo<Result, Variables>(
  document: GraphQLDocument<Result, Variables>,
  variables: Variables,
): Result | undefined {
  return takeAnswered(questionOf(document, variables))?.value as Result | undefined;
}

function questionOf<Result, Variables>(document: GraphQLDocument<Result, Variables>, variables: Variables): unknown {
  return [document.__meta__?.['hash'] ?? document.toString(), variables];
}
