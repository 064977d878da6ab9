import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { isStorable } from '../../../platform/util/text.ts';
import { completeText, type Prompt } from './chat.ts';
import { UnusableAnswerError } from './errors.ts';
import type { ModelCall } from './model.ts';

/**
 * An answer in the form of a schema. An answer that does not fit is asked for once more. Throws UnusableAnswerError after that, and as
 * `requestModel` does.
 */
export async function completeForm<Form extends TSchema>(
  call: ModelCall,
  prompt: Prompt,
  form: Form,
): Promise<Static<Form>> {
  const first = readForm(await completeText(call, prompt), form);
  if (first !== null) return first;
  const repeated = `${prompt.task}\nAnswer with this JSON and nothing else.`;
  const second = readForm(await completeText(call, { ...prompt, task: repeated }), form);
  if (second === null) throw new UnusableAnswerError();
  return second;
}

/** Null if the text holds no JSON of this form. Models like to put JSON into a code block, or to introduce it. */
function readForm<Form extends TSchema>(text: string, form: Form): Static<Form> | null {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start || !isStorable(text)) return null;
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1));
    return Value.Check(form, value) ? value : null;
  } catch {
    return null;
  }
}
