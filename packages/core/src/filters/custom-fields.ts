const KEY = /^custom-field\[([^\]]+)\]$/;

/** The address parameter and token type of a field: `custom-field[7]`. */
export function customFieldKey(field: number | string): string {
  return `custom-field[${field}]`;
}

/** The part in brackets: the id of a field, or its name; null if the key does not match. */
export function fieldOfKey(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null;
}

/** A field and its required option, as an argument of the epic query. */
export interface CustomFieldArgument {
  customFieldId?: string;
  customFieldName?: string;
  selectedOptionIds?: string[];
  selectedOptionValues?: string[];
}

/** Converts address entries to arguments: numbers are ids, anything else is the name of a field or the text of an option. */
export function customFieldArguments(entries: readonly (readonly [string, string])[]): CustomFieldArgument[] {
  const fields = new Map<string, CustomFieldArgument>();
  for (const [key, value] of entries) {
    const field = fieldOfKey(key);
    if (field === null || value === '') continue;
    const kind = `${isNumber(value) ? 'id' : 'value'} ${field}`;
    const argument = fields.get(kind) ?? fieldArgument(field);
    fields.set(kind, argument);
    if (isNumber(value)) (argument.selectedOptionIds ??= []).push(optionGlobalId(value));
    else (argument.selectedOptionValues ??= []).push(value);
  }
  return [...fields.values()];
}

function fieldArgument(field: string): CustomFieldArgument {
  return isNumber(field)
    ? { customFieldId: `gid://gitlab/Issuables::CustomField/${field}` }
    : { customFieldName: field };
}

function optionGlobalId(option: string): string {
  return `gid://gitlab/Issuables::CustomFieldSelectOption/${option}`;
}

function isNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}
