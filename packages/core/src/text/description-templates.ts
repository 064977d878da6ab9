import type { FieldErrors } from '../errors.ts';
import { DESCRIPTION_LIMIT } from '../work-items.ts';

/** The types of items whose descriptions can have templates. */
export const templateTypes = ['issue', 'incident', 'epic'] as const;
export type TemplateType = (typeof templateTypes)[number];

/** Maximum length in characters. */
const NAME_LIMIT = 255;

/** Validation errors of a template, by field; null when there are none. */
export function templateProblems({ name, content }: { name: string; content: string }): FieldErrors | null {
  const problems: Record<string, string[]> = {};
  if (name.trim() === '') problems['name'] = ["can't be blank"];
  else if (Array.from(name.trim()).length > NAME_LIMIT) {
    problems['name'] = [`is too long (maximum is ${NAME_LIMIT} characters)`];
  }
  if (content.trim() === '') problems['content'] = ["can't be blank"];
  else if (content.length > DESCRIPTION_LIMIT) {
    problems['content'] = [`is too long (maximum is ${DESCRIPTION_LIMIT} characters)`];
  }
  return Object.keys(problems).length > 0 ? problems : null;
}
