interface EarlyAnswer {
  answer: Promise<unknown>;
  askedAt: number;
  /** What the answer was, once it has come. */
  value?: unknown;
}

/** Answers asked for before their page was there to ask, by what was asked. */
const waiting = new Map<string, EarlyAnswer>();

/** An answer nobody came for in this time is old. */
const keepsFor = 10_000;

/**
 * Asks, and keeps the answer for whoever asks the same; what was kept before is no longer wanted. A question that waits for
 * its taker already is not asked twice. The promise that it gives ends with the answer, whatever that is.
 */
export function keepEarly(question: unknown, ask: () => Promise<unknown>): Promise<void> {
  const key = JSON.stringify(question);
  let early = waiting.get(key);
  if (!isFresh(early)) {
    early = { answer: ask(), askedAt: performance.now() };
    waiting.clear();
    waiting.set(key, early);
  }
  const kept = early;
  return keepValue(kept);
}

async function keepValue(early: EarlyAnswer): Promise<void> {
  try {
    early.value = await early.answer;
  } catch {
    // Whoever takes the answer hears of its failure; nobody else has to.
  }
}

/** The answer to exactly this question, if it was asked a moment ago; it can be taken once. */
export function takeEarly<Answer>(question: unknown): Promise<Answer> | undefined {
  const early = take(question);
  return early && (early.answer as Promise<Answer>);
}

/** The same, but only if the answer has come already. */
export function takeAnswered(question: unknown): unknown {
  const early = waiting.get(JSON.stringify(question));
  return early?.value === undefined ? undefined : take(question)?.value;
}

function take(question: unknown): EarlyAnswer | undefined {
  const key = JSON.stringify(question);
  const early = waiting.get(key);
  waiting.delete(key);
  return isFresh(early) ? early : undefined;
}

function isFresh(early: EarlyAnswer | undefined): early is EarlyAnswer {
  return early !== undefined && performance.now() - early.askedAt < keepsFor;
}
