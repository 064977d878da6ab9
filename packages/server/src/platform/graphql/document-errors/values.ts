import {
  getNamedType,
  isInputObjectType,
  isRequiredInputField,
  Kind,
  print,
  type ArgumentNode,
  type ASTNode,
  type GraphQLInputType,
  type ObjectFieldNode,
  type ObjectValueNode,
} from 'graphql';
import type { Found, Wording } from './found.ts';

/** Longest literal that a message quotes, in characters. */
const MAX_QUOTED = 100;

/** The nearest of a node and its ancestors that is of this kind. */
export function nearest<K extends ASTNode['kind']>(found: Found, ...kinds: K[]): Extract<ASTNode, { kind: K }> | null {
  const chain = [found.node, ...found.ancestors];
  return (chain.find(({ kind }) => (kinds as string[]).includes(kind)) ?? null) as never;
}

/** A literal that does not fit the argument or input field that it is given for. */
export function unfitValue(found: Found): Wording {
  const variable = nearest(found, Kind.VARIABLE_DEFINITION);
  if (variable) {
    const [variableName, typeName] = [variable.variable.name.value, print(variable.type)];
    return {
      message: `Default value for $${variableName} doesn't match type ${typeName}`,
      extensions: { code: 'defaultValueInvalidType', variableName, typeName },
    };
  }
  const owners = ownersOf(found);
  if (found.node.kind === Kind.OBJECT_FIELD) {
    const parent = owners.at(-2)?.type;
    const typeName = parent ? getNamedType(parent).name : '';
    if (isUnknownField(found.node, parent)) return unknownInputField(found.node, typeName);
  }
  const owner = owners.at(-1);
  if (!owner) return { message: found.error.message, extensions: { code: 'argumentLiteralsIncompatible' } };
  if (found.node.kind === Kind.OBJECT) {
    const missing = missingField(found.node, owner.type);
    if (missing) return missing;
  }
  const argumentName = owner.node.name.value;
  return {
    message: `Argument '${argumentName}' on ${owner.on} has an invalid value (${quoted(owner.node.value)}). Expected type '${String(owner.type)}'.`,
    extensions: { code: 'argumentLiteralsIncompatible', typeName: owner.on.split(' ')[0] ?? '', argumentName },
  };
}

interface Owner {
  node: ArgumentNode | ObjectFieldNode;
  type: GraphQLInputType | undefined;
  /** `Field 'project'`, `InputObject 'UpdateIssueInput'` */
  on: string;
}

/** The argument and the input fields that a value is given for, the outermost first. */
function ownersOf(found: Found): Owner[] {
  const nodes = [found.node, ...found.ancestors]
    .filter((each) => each.kind === Kind.ARGUMENT || each.kind === Kind.OBJECT_FIELD)
    .toReversed();
  const owners: Owner[] = [];
  for (const node of nodes) {
    const parent = owners.at(-1)?.type;
    const named = parent ? getNamedType(parent) : undefined;
    if (node.kind === Kind.ARGUMENT) {
      owners.push({ node, type: found.argument?.type, on: argumentOwner(found) });
    } else {
      const type = isInputObjectType(named) ? named.getFields()[node.name.value]?.type : undefined;
      owners.push({ node, type, on: `InputObject '${named?.name ?? ''}'` });
    }
  }
  return owners;
}

/** The owner of an argument: `Field 'project'` or `Directive 'include'`. */
export function argumentOwner(found: Found): string {
  const node = nearest(found, Kind.DIRECTIVE, Kind.FIELD);
  return `${node?.kind === Kind.DIRECTIVE ? 'Directive' : 'Field'} '${node?.name.value ?? ''}'`;
}

function isUnknownField(node: ObjectFieldNode, parent: GraphQLInputType | undefined): boolean {
  const named = parent && getNamedType(parent);
  return isInputObjectType(named) && !(node.name.value in named.getFields());
}

function unknownInputField(node: ObjectFieldNode, name: string): Wording {
  const argumentName = node.name.value;
  return {
    message: `InputObject '${name}' doesn't accept argument '${argumentName}'`,
    extensions: { code: 'argumentNotAccepted', name, typeName: 'InputObject', argumentName },
  };
}

function missingField(node: ObjectValueNode, type: GraphQLInputType | undefined): Wording | null {
  const named = type && getNamedType(type);
  if (!isInputObjectType(named)) return null;
  const given = new Set(node.fields.map(({ name }) => name.value));
  const missing = Object.values(named.getFields()).find(
    (field) => isRequiredInputField(field) && !given.has(field.name),
  );
  if (!missing) return null;
  const [argumentName, argumentType] = [missing.name, String(missing.type)];
  return {
    message: `Argument '${argumentName}' on InputObject '${named.name}' is required. Expected type ${argumentType}`,
    extensions: {
      code: 'missingRequiredInputObjectAttribute',
      argumentName,
      argumentType,
      inputObjectType: named.name,
    },
  };
}

function quoted(node: ASTNode): string {
  const text = print(node);
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}
