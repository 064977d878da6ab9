import { InputError } from '../../../platform/rest/input.ts';
import { completeText, type Prompt, streamAnswerOf } from './chat.ts';
import { ModelFailedError } from './errors.ts';
import type { ModelCall } from './model.ts';
import { rankedPassages, type Passage } from './retrieval.ts';

const MAX_QUESTION_LENGTH = 2_000;
/** In characters: far more than the tokens that the model is asked for. */
const MAX_ANSWER_LENGTH = 100_000;

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
  return { content: await completeText(call, promptOf(question, sources)), sources };
}

export interface StreamedAnswer {
  sources: readonly Passage[];
  /** The Markdown, part by part. */
  parts: AsyncIterable<string>;
}

/** The same, part by part. A part throws ModelFailedError for an answer that is empty or has no end. */
export async function streamAnswer(call: ModelCall, question: string): Promise<StreamedAnswer> {
  const sources = await rankedPassages(call, question);
  return { sources, parts: limited(await streamAnswerOf(call, promptOf(question, sources))) };
}

async function* limited(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const part of parts) {
    length += part.length;
    if (length > MAX_ANSWER_LENGTH) throw new ModelFailedError();
    yield part;
  }
  if (length === 0) throw new ModelFailedError();
}

function promptOf(question: string, sources: readonly Passage[]): Prompt {
  return {
    task: `Answer this question of the person, naming the numbers of the passages used in brackets, as [1]: ${JSON.stringify(question)}`,
    data: { passages: sources.map(({ title, text }, index) => ({ number: index + 1, title, text })) },
  };
}
