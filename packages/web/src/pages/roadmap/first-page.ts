interface EarlyAnswer {
  answer: Promise<unknown>;
  askedAt: number;
}

/** Answers asked for before their page was there to ask, by what was asked. */
const waiting = new Map<string, EarlyAnswer>();

/** An answer nobody came for in this time is old. */
const keepsFor = 10_000;

/** Keeps an answer for whoever asks the same; what was kept before is no longer wanted. */
export function keepEarly(question: unknown, answer: Promise<unknown>): void {
  // Whoever takes the answer hears of its failure; nobody else has to.
  answer.catch(() => undefined);
  waiting.clear();
  waiting.set(JSON.stringify(question), { answer, askedAt: performance.now() });
}

/** The answer to exactly this question, if it was asked a moment ago; it can be taken once. */
export function takeEarly<Answer>(question: unknown): Promise<Answer> | undefined {
  const key = JSON.stringify(question);
  const early = waiting.get(key);
  waiting.delete(key);
  return early && performance.now() - early.askedAt < keepsFor ? (early.answer as Promise<Answer>) : undefined;
}
