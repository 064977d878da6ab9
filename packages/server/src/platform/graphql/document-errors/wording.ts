import {
  getNamedType,
  isLeafType,
  isRequiredArgument,
  isUnionType,
  Kind,
  print,
  type ASTNode,
  type FieldNode,
  type OperationDefinitionNode,
} from 'graphql';
import type { Found, Wording } from './found.ts';
import { argumentOwner, nearest } from './values.ts';

/** The name of a field, argument, fragment, … that an error points at: at the node itself or at its name. */
export function nameOf({ node }: Pick<Found, 'node'>): string {
  if (node.kind === Kind.NAME) return node.value;
  return 'name' in node && node.name && 'value' in node.name ? node.name.value : '';
}

export function unknownField(found: Found): Wording {
  const typeName = found.parentType?.name ?? '';
  if (isUnionType(found.parentType))
    return {
      message: `Selections can't be made directly on unions (see selections on ${typeName})`,
      extensions: { code: 'selectionMismatch', nodeName: typeName },
    };
  const fieldName = nameOf(found);
  return {
    message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
    extensions: { code: 'undefinedField', typeName, fieldName },
  };
}

/** Selections on a scalar, or none on an object. */
export function unfitSelections(found: Found): Wording {
  const field = nearest(found, Kind.FIELD) as FieldNode;
  const type = found.outputType && getNamedType(found.outputType);
  const nodeName = `field '${field.name.value}'`;
  const typeName = type?.name ?? '';
  const selections = field.selectionSet?.selections.map(selectionName).join(', ') ?? '';
  return {
    message:
      type && isLeafType(type)
        ? `Selections can't be made on scalars (${nodeName} returns ${typeName} but has selections [${selections}])`
        : `Field must have selections (${nodeName} returns ${typeName} but has no selections. Did you mean '${field.name.value} { ... }'?)`,
    extensions: { code: 'selectionMismatch', nodeName, typeName },
  };
}

function selectionName(node: ASTNode): string {
  if (node.kind === Kind.INLINE_FRAGMENT) return `"... on ${node.typeCondition?.name.value ?? ''} { ... }"`;
  return `"${nameOf({ node })}"`;
}

export function unknownArgument(found: Found): Wording {
  const owner = argumentOwner(found);
  const [typeName = '', name = ''] = owner.replaceAll("'", '').split(' ');
  const argumentName = nameOf(found);
  return {
    message: `${owner} doesn't accept argument '${argumentName}'`,
    extensions: { code: 'argumentNotAccepted', name, typeName, argumentName },
  };
}

/** One error for all missing arguments of a field or directive; the validator reports each separately. */
export function missingArguments(found: Found): Wording {
  const { node } = found;
  const isDirective = node.kind === Kind.DIRECTIVE;
  const className = isDirective ? 'Directive' : 'Field';
  const given = new Set(('arguments' in node ? (node.arguments ?? []) : []).map((each) => nameOf({ node: each })));
  const known = (isDirective ? found.schema.getDirective(node.name.value)?.args : found.field?.args) ?? [];
  const missing = known.filter((argument) => isRequiredArgument(argument) && !given.has(argument.name));
  const names = missing.map(({ name }) => name).join(', ');
  return {
    message: `${className} '${nameOf(found)}' is missing required arguments: ${names}`,
    extensions: { code: 'missingRequiredArguments', className, name: nameOf(found), arguments: names },
  };
}

/** `anonymous query`, or the operation's name. */
export function operationName(node: OperationDefinitionNode | null): string {
  return node?.name?.value ?? `anonymous ${node?.operation ?? 'query'}`;
}

export function misfitVariable(found: Found): Wording {
  const [definition] = found.error.nodes ?? [];
  const variableName = definition?.kind === Kind.VARIABLE_DEFINITION ? definition.variable.name.value : '';
  const given = definition?.kind === Kind.VARIABLE_DEFINITION ? print(definition.type) : '';
  const expected = / expecting type "([^"]+)"/.exec(found.error.message)?.[1] ?? '';
  const errorMessage = `${mismatchOf(given, expected)} mismatch`;
  const argumentName = nearest(found, Kind.ARGUMENT, Kind.OBJECT_FIELD)?.name.value ?? '';
  return {
    message: `${errorMessage} on variable $${variableName} and argument ${argumentName} (${given} / ${expected})`,
    extensions: { code: 'variableMismatch', variableName, typeName: given, argumentName, errorMessage },
  };
}

function mismatchOf(given: string, expected: string): 'Type' | 'List dimension' | 'Nullability' {
  if (given.replace(/[[\]!]/g, '') !== expected.replace(/[[\]!]/g, '')) return 'Type';
  return given.replaceAll('!', '') === expected.replaceAll('!', '') ? 'Nullability' : 'List dimension';
}
