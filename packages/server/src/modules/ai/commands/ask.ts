import { InputError } from '../../../platform/rest/input.ts';
import { askModel } from './chat.ts';
import type { ModelCall } from './model.ts';
import { rankedPassages, type Passage } from './retrieval.ts';

export const MAX_QUESTION_LENGTH = 2_000;

export interface Answer {
  /** Markdown. */
  content: string;
  /** The passages that the model had. */
  sources: readonly Passage[];
}

/** Throws InputError for a question that is empty or too long. */
export function checkedQuestion(text: unknown): string {
  const question = typeof text === 'string' ? text.trim() : '';
  if (question === '') throw new InputError(['q is missing']);
  if (question.length > MAX_QUESTION_LENGTH) {
    throw new InputError([`q is too long (maximum is ${MAX_QUESTION_LENGTH} characters)`]);
  }
  return question;
}

/** Answers a question from the guide and the items that the viewer may read. Throws as `requestModel` does. */
export async function answerQuestion(call: ModelCall, question: string): Promise<Answer> {
  const sources = await rankedPassages(call, question);
  const content = await askModel(call, {
    task: `Answer this question of the person, naming the numbers of the passages used in brackets, as [1]: ${JSON.stringify(question)}`,
    data: { passages: sources.map(({ title, text }, index) => ({ number: index + 1, title, text })) },
  });
  return { content, sources };
}
