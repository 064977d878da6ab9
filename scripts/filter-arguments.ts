import { filterArgumentsText, filterVariables } from '../packages/core/src/filters/documents.ts';
import { filterLists, type FilterList } from '../packages/core/src/filters/types.ts';
import {
  GraphQLError,
  Kind,
  parse,
  visit,
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';

const DIRECTIVE = 'filtered';

/**
 * Replaces `@filtered(list: epics)` on a list field by the list's filter arguments, each with a variable of the operation: a
 * document names the list, and the table in core/filters defines its filters. The directive is our own and is never sent.
 */
export function withFilterArguments(document: DocumentNode): DocumentNode {
  return visit(document, {
    OperationDefinition(operation) {
      const lists = new Set<FilterList>();
      const expanded = visit(operation, {
        Field(field) {
          const directive = field.directives?.find(({ name }) => name.value === DIRECTIVE);
          if (!directive) return undefined;
          const list = listOf(directive);
          lists.add(list);
          return {
            ...field,
            arguments: [...(field.arguments ?? []), ...argumentsOf(list)],
            directives: field.directives?.filter((other) => other !== directive) ?? [],
          };
        },
      });
      const variables = [...lists].flatMap(variablesOf);
      return { ...expanded, variableDefinitions: [...(expanded.variableDefinitions ?? []), ...variables] };
    },
  });
}

function listOf(directive: DirectiveNode): FilterList {
  const given = directive.arguments?.find(({ name }) => name.value === 'list')?.value;
  const list = filterLists.find((each) => given?.kind === Kind.ENUM && given.value === each);
  if (!list) throw new GraphQLError(`@${DIRECTIVE} needs a list: ${filterLists.join(' or ')}`, { nodes: directive });
  return list;
}

function variablesOf(list: FilterList): readonly VariableDefinitionNode[] {
  return operationOf(`query (${filterVariables(list)}) { x }`).variableDefinitions ?? [];
}

function argumentsOf(list: FilterList): readonly ArgumentNode[] {
  const [field] = operationOf(`{ x(${filterArgumentsText(list)}) }`).selectionSet.selections;
  return field?.kind === Kind.FIELD ? (field.arguments ?? []) : [];
}

function operationOf(text: string): OperationDefinitionNode {
  const [operation] = parse(text, { noLocation: true }).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('not an operation');
  return operation;
}
