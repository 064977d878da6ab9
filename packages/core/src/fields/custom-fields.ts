import type { FieldErrors } from '../errors.ts';
import type { WorkItemType } from '../work-items.ts';

export const customFieldTypes = ['SINGLE_SELECT', 'MULTI_SELECT', 'NUMBER', 'TEXT'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

/** Limits of a group. Archived fields do not count. */
export const customFieldLimits = {
  /** Active fields of one top-level group. */
  fields: 50,
  /** Active fields of one type of work items. */
  fieldsOfType: 10,
  options: 50,
  /** Characters of a name and of an option. */
  name: 255,
  /** Characters of a value of a text field. */
  text: 1024,
} as const;

/** Whether values are chosen among options; only such fields filter. */
export function isSelect(type: CustomFieldType): boolean {
  return type === 'SINGLE_SELECT' || type === 'MULTI_SELECT';
}

/** Input for one field, validated without looking at other fields. */
export interface CustomFieldDraft {
  name: string;
  fieldType: CustomFieldType;
  /** In order, trimmed. */
  options: readonly string[];
}

/** Problems of a field by name, as sentences without a subject; empty when there are none. */
export function customFieldProblems({ name, fieldType, options }: CustomFieldDraft): FieldErrors {
  const problems: Record<string, string[]> = {};
  const nameProblems = textProblems(name);
  if (nameProblems.length > 0) problems['name'] = nameProblems;
  const optionProblems = isSelect(fieldType) ? problemsOfOptions(options) : problemsOfNoOptions(options);
  if (optionProblems.length > 0) problems['select_options'] = optionProblems;
  return problems;
}

function textProblems(text: string): string[] {
  if (text === '') return ["can't be blank"];
  return text.length > customFieldLimits.name ? [`is too long (maximum is ${customFieldLimits.name} characters)`] : [];
}

function problemsOfOptions(options: readonly string[]): string[] {
  if (options.length === 0) return ["can't be blank"];
  if (options.length > customFieldLimits.options) return [`exceeds the limit of ${customFieldLimits.options}`];
  const [problem] = options.flatMap(textProblems);
  if (problem !== undefined) return [problem];
  const taken = new Set(options.map((value) => value.toLowerCase()));
  return taken.size < options.length ? ['must be different from each other'] : [];
}

function problemsOfNoOptions(options: readonly string[]): string[] {
  return options.length > 0 ? ['can only be added to select fields'] : [];
}

/** The message of the limit that one more active field of these types would exceed; null for none. */
export function exceededLimit(
  active: readonly { workItemTypes: readonly WorkItemType[] }[],
  added: readonly WorkItemType[],
): string | null {
  if (active.length >= customFieldLimits.fields) {
    return `Namespace can only have a maximum of ${customFieldLimits.fields} active custom fields.`;
  }
  const full = added.find(
    (type) =>
      active.filter(({ workItemTypes }) => workItemTypes.includes(type)).length >= customFieldLimits.fieldsOfType,
  );
  return full === undefined
    ? null
    : `Work item type ${full} can only have a maximum of ${customFieldLimits.fieldsOfType} active custom fields.`;
}
