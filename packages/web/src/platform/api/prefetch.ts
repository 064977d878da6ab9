import { type GraphQLDocument, request } from './graphql.ts';

interface PrefetchedAnswer {
  answer: Promise<unknown>;
  /** Settles with the answer, successful or not. */
  end: Promise<unknown>;
  askedAt: number;
  /** For this many milliseconds the answer counts as fresh. */
  keepsFor: number;
  /** The answer, once it has arrived. */
  value?: unknown;
}

/** Prefetched answers, by request. */
const waiting = new Map<string, PrefetchedAnswer>();

/** The default time after which an unused answer is stale. */
const mostlyKeepsFor = 10_000;

/**
 * Sends a request and stores its answer for the code that needs it. A request that is already pending is not repeated. The
 * returned promise resolves with the answer, or with undefined on failure.
 */
export function storePrefetched<Answer>(
  question: unknown,
  ask: () => Promise<Answer>,
  keepsFor = mostlyKeepsFor,
): Promise<Answer | undefined> {
  const key = JSON.stringify(question);
  let early = waiting.get(key);
  if (!isFresh(early)) {
    early = begin(ask(), keepsFor);
    for (const [other, kept] of waiting) if (!isFresh(kept)) waiting.delete(other);
    waiting.set(key, early);
  }
  return early.end as Promise<Answer | undefined>;
}

function begin(answer: Promise<unknown>, keepsFor: number): PrefetchedAnswer {
  const early: PrefetchedAnswer = { answer, end: Promise.resolve(), askedAt: performance.now(), keepsFor };
  early.end = keepValue(early);
  return early;
}

async function keepValue(early: PrefetchedAnswer): Promise<unknown> {
  try {
    early.value = await early.answer;
    return early.value;
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
  const ends = [...waiting.values()].filter(isFresh).map(({ end }) => end);
  if (ends.length === 0) return;
  await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
}

/** The prefetched answer to exactly this request; can be taken once. */
export function takePrefetched<Answer>(question: unknown): Promise<Answer> | undefined {
  const early = take(question);
  return early && (early.answer as Promise<Answer>);
}

/** The same, but only if the answer has arrived. `age`: milliseconds since the request. */
export function takeAnswered(question: unknown): { value: unknown; age: number } | undefined {
  if (waiting.get(JSON.stringify(question))?.value === undefined) return undefined;
  const early = take(question);
  return early && { value: early.value, age: performance.now() - early.askedAt };
}

function take(question: unknown): PrefetchedAnswer | undefined {
  const key = JSON.stringify(question);
  const early = waiting.get(key);
  waiting.delete(key);
  return isFresh(early) ? early : undefined;
}

function isFresh(early: PrefetchedAnswer | undefined): early is PrefetchedAnswer {
  return early !== undefined && performance.now() - early.askedAt < early.keepsFor;
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
