import { createCustomField } from '../../modules/custom-fields/commands.ts';
import type { CustomField } from '../../modules/custom-fields/store.ts';
import type { CustomFieldInput } from '../../modules/custom-fields/store/values.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import type { Context } from '../../platform/context.ts';
import { benefitsOf, customFields } from './story/small-things.ts';
import type { Theme } from './story/plan.ts';

/** What an epic of the sample group has in its custom fields. */
export interface DemoFields {
  /** Whom a theme is for. */
  benefits(theme: Theme): CustomFieldInput[];
  /** Where the feature of this number shows. */
  piers(at: number): CustomFieldInput[];
}

/** Defines the fields of the sample group. */
export async function makeFields(ctx: Context, root: Namespace): Promise<DemoFields> {
  const make = ({ name, fieldType, options }: (typeof customFields)['benefits' | 'piers']) =>
    createCustomField(ctx, root, {
      name,
      fieldType,
      options: options.map((value) => ({ value })),
      workItemTypes: ['epic', 'issue'],
    });
  const [benefits, piers] = [await make(customFields.benefits), await make(customFields.piers)];
  return {
    benefits({ area }) {
      const wanted = benefitsOf[area];
      return wanted === undefined ? [] : [chosen(benefits, (value) => value === wanted)];
    },
    // One pier after the other, and at every third feature a second one.
    piers: (at) => [
      chosen(piers, (_, index) => index === at % piers.options.length || (at % 3 === 0 && index === (at + 1) % 4)),
    ],
  };
}

function chosen(field: CustomField, isWanted: (value: string, index: number) => boolean): CustomFieldInput {
  const options = field.options.filter(({ value }, index) => isWanted(value, index));
  return { fieldId: field.id, optionIds: options.map(({ id }) => id) };
}
