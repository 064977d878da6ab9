import { isSelect } from '@milepost/core/fields/custom-fields';
import { digitsOf } from '@milepost/core/global-ids';
import { customFieldKey } from '@milepost/core/filters/custom-fields';
import { present, request } from '../../platform/api/graphql.ts';
import type { FilterKind } from '../../filter-bar/kinds.ts';
import { graphql } from '../../gen/gql.ts';

const namespaceCustomFieldNames = graphql(`
  query namespaceCustomFieldNames($fullPath: ID!, $active: Boolean!, $workItemTypeIds: [WorkItemsTypeID!]) {
    namespace(fullPath: $fullPath) {
      id
      customFields(active: $active, workItemTypeIds: $workItemTypeIds) {
        count
        nodes {
          id
          name
          fieldType
          selectOptions {
            id
            value
          }
        }
      }
    }
  }
`);

/** The types of items in such a list, by their numbers in the API. */
const typeIds = {
  epic: ['gid://gitlab/WorkItems::Type/8'],
  issue: [1, 2, 5].map((number) => `gid://gitlab/WorkItems::Type/${number}`),
} as const;

/** The kind whose icon they share. */
export const customFieldPart = 'custom-field';

/** The select fields of epics or issues of a group as kinds of tokens. */
export async function customFieldKinds(
  fullPath: string,
  of: keyof typeof typeIds,
  signal: AbortSignal,
): Promise<FilterKind[]> {
  const variables = { fullPath, active: true, workItemTypeIds: [...typeIds[of]] };
  const { namespace } = await request(namespaceCustomFieldNames, variables, signal);
  return present(namespace?.customFields?.nodes)
    .filter(({ fieldType }) => isSelect(fieldType))
    .flatMap(({ id, name, selectOptions }) => {
      const options = selectOptions ?? [];
      return [
        kindOf(customFieldKey(digitsOf(id)), name, true, options, ({ id: option }) => digitsOf(option)),
        // An address typed by hand may contain names instead of numbers.
        kindOf(customFieldKey(name), name, false, options, ({ value }) => value),
      ];
    });
}

interface SelectOption {
  id: string;
  value: string;
}

function kindOf(
  type: string,
  title: string,
  isOffered: boolean,
  options: readonly SelectOption[],
  valueOf: (option: SelectOption) => string,
): FilterKind {
  return {
    type,
    title,
    symbol: '',
    operators: ['is'],
    options: options.map((option) => ({ value: valueOf(option), title: option.value })),
    wildcards: [],
    isOffered,
    part: customFieldPart,
  };
}
