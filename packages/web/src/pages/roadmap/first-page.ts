/** Answers asked for before their page was there to ask, by what was asked. */
const waiting = new Map<string, Promise<unknown>>();

/** Keeps an answer for whoever asks the same; what was kept before is no longer wanted. */
export function keepEarly(question: unknown, answer: Promise<unknown>): void {
  // Whoever takes the answer hears of its failure; nobody else has to.
  answer.catch(() => undefined);
  waiting.clear();
  waiting.set(JSON.stringify(question), answer);
}

/** The answer to exactly this question, if it was asked early; it can be taken once. */
export function takeEarly<Answer>(question: unknown): Promise<Answer> | undefined {
  const key = JSON.stringify(question);
  const answer = waiting.get(key);
  waiting.delete(key);
  return answer as Promise<Answer> | undefined;
}
