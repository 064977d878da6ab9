import { ValidationError } from '@milepost/core/errors';
import {
  selectFieldNames,
  selectFields,
  type GivenSelects,
  type SelectFieldName,
} from '@milepost/core/fields/select-fields';
import { changeActionItem, mayDescribe } from '../commands/actions.ts';
import type { QuickAction } from '../commands/sockets.ts';

function valueIn(name: SelectFieldName, argument: string): string {
  const values: readonly string[] = selectFields[name].values;
  const value = values.find((each) => each === argument.toLowerCase());
  if (value === undefined) throw new ValidationError({ base: [`The ${name} must be one of ${values.join(', ')}`] });
  return value;
}

/** An action for each select field: `/risk high`. */
export const selectFieldActions: readonly QuickAction[] = selectFieldNames.map((name) => ({
  name,
  types: selectFields[name].types,
  description: `Set the ${name}`,
  params: selectFields[name].values.join(' | '),
  isArgumentNeeded: true,
  isOffered: mayDescribe,
  explain: (argument) => `Sets the ${name} to ${argument}.`,
  async perform(ctx, acted, argument) {
    const value = valueIn(name, argument);
    await changeActionItem(ctx, acted, { [name]: value } as GivenSelects);
    return `Set the ${name} to ${value}.`;
  },
}));
