import {
  ExecutableDefinitionsRule,
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  Kind,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  KnownTypeNamesRule,
  LoneAnonymousOperationRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  OverlappingFieldsCanBeMergedRule,
  PossibleFragmentSpreadsRule,
  print,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  UniqueArgumentNamesRule,
  UniqueDirectivesPerLocationRule,
  UniqueFragmentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueOperationNamesRule,
  UniqueVariableNamesRule,
  ValuesOfCorrectTypeRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
  type ValidationRule,
} from 'graphql';
import type { Found, Wording } from './found.ts';
import { nearest, unfitValue } from './values.ts';
import {
  misfitVariable,
  missingArguments,
  nameOf,
  operationName,
  unfitSelections,
  unknownArgument,
  unknownField,
} from './wording.ts';

/** The published wording and codes of each rule's errors. */
export const wordings: ReadonlyMap<ValidationRule, (found: Found) => Wording> = new Map<
  ValidationRule,
  (found: Found) => Wording
>([
  [FieldsOnCorrectTypeRule, unknownField],
  [ScalarLeafsRule, unfitSelections],
  [KnownArgumentNamesRule, unknownArgument],
  [ProvidedRequiredArgumentsRule, missingArguments],
  [ValuesOfCorrectTypeRule, unfitValue],
  [VariablesInAllowedPositionRule, misfitVariable],
  [OverlappingFieldsCanBeMergedRule, conflict],
  [KnownTypeNamesRule, unknownType],
  [VariablesAreInputTypesRule, (found) => noInputType(found, 'valid')],
  [FragmentsOnCompositeTypesRule, fragmentOnLeaf],
  [PossibleFragmentSpreadsRule, impossibleSpread],
  [KnownDirectivesRule, unfitDirective],
  [
    ExecutableDefinitionsRule,
    () => ({
      message: 'Query cannot contain schema definitions',
      extensions: { code: 'queryContainsSchemaDefinitions' },
    }),
  ],
  [
    UniqueOperationNamesRule,
    (found) => ({
      message: `Operation name "${nameOf(found)}" must be unique`,
      extensions: { code: 'uniquelyNamedOperations', operationName: nameOf(found) },
    }),
  ],
  [
    LoneAnonymousOperationRule,
    () => ({
      message: 'Operation name is required when multiple operations are present',
      extensions: { code: 'uniquelyNamedOperations' },
    }),
  ],
  [
    UniqueFragmentNamesRule,
    (found) => ({
      message: `Fragment name "${nameOf(found)}" must be unique`,
      extensions: { code: 'fragmentNotUnique', fragmentName: nameOf(found) },
    }),
  ],
  [KnownFragmentNamesRule, (found) => useAndDefine(found, 'was used, but not defined')],
  [NoUnusedFragmentsRule, (found) => useAndDefine(found, 'was defined, but not used')],
  [
    NoFragmentCyclesRule,
    (found) => ({
      message: `Fragment ${nameOf(found)} contains an infinite loop`,
      extensions: { code: 'infiniteLoop', fragmentName: nameOf(found) },
    }),
  ],
  [
    UniqueVariableNamesRule,
    (found) => ({
      message: `There can be only one variable named "${nameOf(found)}"`,
      extensions: { code: 'variableNotUnique', variableName: nameOf(found) },
    }),
  ],
  [NoUndefinedVariablesRule, undeclaredVariable],
  [NoUnusedVariablesRule, unusedVariable],
  [
    UniqueDirectivesPerLocationRule,
    (found) => ({
      message: `The directive "${nameOf(found)}" can only be used once at this location.`,
      extensions: { code: 'directiveNotUniqueForLocation', directiveName: nameOf(found) },
    }),
  ],
  [
    UniqueArgumentNamesRule,
    (found) => ({
      message: `There can be only one argument named "${nameOf(found)}"`,
      extensions: { code: 'argumentNotUnique', name: nameOf(found) },
    }),
  ],
  [
    UniqueInputFieldNamesRule,
    (found) => ({
      message: `There can be only one input field named "${nameOf(found)}"`,
      extensions: { code: 'inputFieldNotUnique', name: nameOf(found) },
    }),
  ],
]);

function useAndDefine(found: Found, problem: string): Wording {
  const fragmentName = nameOf(found);
  return {
    message: `Fragment ${fragmentName} ${problem}`,
    extensions: { code: 'useAndDefineFragment', fragmentName },
  };
}

function unknownType(found: Found): Wording {
  if (nearest(found, Kind.VARIABLE_DEFINITION)) return noInputType(found, 'defined');
  const typeName = nameOf(found);
  return {
    message: `No such type ${typeName}, so it can't be a fragment condition`,
    extensions: { code: 'undefinedType', typeName },
  };
}

function noInputType(found: Found, known: 'defined' | 'valid'): Wording {
  const variableName = nearest(found, Kind.VARIABLE_DEFINITION)?.variable.name.value ?? '';
  const typeName = print(found.node).replace(/[[\]!]/g, '');
  return {
    message: `${typeName} isn't a ${known} input type (on $${variableName})`,
    extensions: { code: 'variableRequiresValidType', typeName, variableName },
  };
}

function fragmentOnLeaf(found: Found): Wording {
  const typeName = nameOf(found);
  return {
    message: `Invalid fragment on type ${typeName} (must be Union, Interface or Object)`,
    extensions: { code: 'fragmentOnNonCompositeType', typeName },
  };
}

function impossibleSpread(found: Found): Wording {
  // The types of a fragment spread are only in the validator's message, in quotes.
  const [parentName = '', typeName = ''] = [...found.error.message.matchAll(/of type "([^"]+)"/g)].map(
    ([, type]) => type,
  );
  const isInline = found.node.kind === Kind.INLINE_FRAGMENT;
  const fragmentName = isInline ? 'unknown' : nameOf(found);
  return {
    message: `Fragment ${isInline ? '' : `${fragmentName} `}on ${typeName} can't be spread inside ${parentName}`,
    extensions: { code: 'cannotSpreadFragment', typeName, fragmentName, parentName },
  };
}

function undeclaredVariable(found: Found): Wording {
  const variableName = nameOf(found);
  const operation = found.error.nodes?.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return {
    message: `Variable $${variableName} is used by ${operationName(operation ?? null)} but not declared`,
    extensions: { code: 'variableNotDefined', variableName },
  };
}

function unusedVariable(found: Found): Wording {
  const variableName = nearest(found, Kind.VARIABLE_DEFINITION)?.variable.name.value ?? '';
  const operation = operationName(nearest(found, Kind.OPERATION_DEFINITION));
  return {
    message: `Variable $${variableName} is declared by ${operation} but not used`,
    extensions: { code: 'variableNotUsed', variableName },
  };
}

function unfitDirective(found: Found): Wording {
  const name = nameOf(found);
  const location = / may not be used on ([A-Z_]+)\./.exec(found.error.message)?.[1];
  if (!location)
    return {
      message: `Directive @${name} is not defined`,
      extensions: { code: 'undefinedDirective', directiveName: name },
    };
  const allowed = found.schema.getDirective(name)?.locations.map(pluralOf).join(', ') ?? '';
  const targetName = pluralOf(location);
  return {
    message: `'@${name}' can't be applied to ${targetName} (allowed: ${allowed})`,
    extensions: { code: 'directiveCannotBeApplied', targetName, name },
  };
}

/** `fragment spreads` for `FRAGMENT_SPREAD` */
function pluralOf(location: string): string {
  return location === 'QUERY' ? 'queries' : `${location.toLowerCase().replaceAll('_', ' ')}s`;
}

function conflict({ error, node }: Found): Wording {
  const names = /(?:^Fields|.*subfields) "([^"]+)" conflict/.exec(error.message);
  const fieldName = names?.[1] ?? nameOf({ node });
  const fields = /"([^"]+)" and "([^"]+)" are different fields/.exec(error.message);
  const types = /conflicting types "([^"]+)" and "([^"]+)"/.exec(error.message);
  const kind = fields ? 'a field' : types ? 'a return_type' : 'an argument';
  const both = fields ?? types;
  const conflicts = both ? `${both[1] ?? ''} or ${both[2] ?? ''}` : argumentsOf(error.nodes ?? []);
  return {
    message: `Field '${fieldName}' has ${kind} conflict: ${conflicts}?`,
    extensions: { code: 'fieldConflict', fieldName, conflicts },
  };
}

function argumentsOf(nodes: NonNullable<Found['error']['nodes']>): string {
  const given = nodes.flatMap((node) =>
    node.kind === Kind.FIELD
      ? [`{${(node.arguments ?? []).map(({ name, value }) => `${name.value}:${print(value)}`).join(',')}}`]
      : [],
  );
  return [...new Set(given)].join(' or ');
}
