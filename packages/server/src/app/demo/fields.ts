import { createCustomField } from '../../modules/custom-fields/commands.ts';
import type { CustomField } from '../../modules/custom-fields/store.ts';
import type { CustomFieldInput } from '../../modules/custom-fields/store/values.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import type { Context } from '../../platform/context.ts';
import { benefitsOf, customFields } from './story/small-things.ts';
import type { Theme } from './story/plan.ts';

/** The custom field values of an epic in the sample group. */
export interface DemoFields {
  /** The audience of a theme. */
  benefits(theme: Theme): CustomFieldInput[];
  /** The piers of the feature with this number. */
  piers(at: number): CustomFieldInput[];
}

/** Creates the fields of the sample group. */
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
      return [chosen(benefits, (value) => value === wanted)];
    },
    // Piers in turn, with a second one for every third feature.
    piers: (at) => [
      chosen(piers, (_, index) => index === at % piers.options.length || (at % 3 === 0 && index === (at + 1) % 4)),
    ],
  };
}

function chosen(field: CustomField, isWanted: (value: string, index: number) => boolean): CustomFieldInput {
  const options = field.options.filter(({ value }, index) => isWanted(value, index));
  return { fieldId: field.id, optionIds: options.map(({ id }) => id) };
}
