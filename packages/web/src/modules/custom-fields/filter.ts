import { customFieldKey, isSelect } from '@milepost/core/custom-fields';
import { parseGlobalId } from '@milepost/core/ids';
import { present, request } from '../../app/graphql.ts';
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

const epicType = 'gid://gitlab/WorkItems::Type/8';

/** The kind whose icon all of them have. */
export const customFieldPart = 'custom-field';

/** The select fields that epics of a group have, as kinds of tokens: none where the group has defined none. */
export async function customFieldKinds(fullPath: string, signal: AbortSignal): Promise<FilterKind[]> {
  const variables = { fullPath, active: true, workItemTypeIds: [epicType] };
  const { namespace } = await request(namespaceCustomFieldNames, variables, signal);
  return present(namespace?.customFields?.nodes)
    .filter(({ fieldType }) => isSelect(fieldType))
    .map(({ id, name, selectOptions }) => ({
      type: customFieldKey(numberOf(id)),
      title: name,
      symbol: '',
      operators: ['is'],
      options: (selectOptions ?? []).map((option) => ({ value: numberOf(option.id), title: option.value })),
      wildcards: [],
      isOffered: true,
      part: customFieldPart,
    }));
}

/** Addresses carry plain numbers. */
function numberOf(globalId: string): string {
  return String(parseGlobalId(globalId)?.number ?? globalId);
}
