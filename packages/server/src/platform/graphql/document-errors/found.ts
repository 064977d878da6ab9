import {
  type GraphQLError,
  Kind,
  specifiedRules,
  validate,
  VariablesInAllowedPositionRule,
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';

/** The validator's state where it reported an error. */
export interface Found {
  rule: ValidationRule;
  error: GraphQLError;
  /** The node that the error is about. */
  node: ASTNode;
  /** That node's ancestors, the nearest first, without the document. */
  ancestors: readonly ASTNode[];
  /** As clients read it: `['query', 'currentUser', 'nme']`. */
  path: readonly (string | number)[];
  schema: GraphQLSchema;
  parentType: GraphQLCompositeType | null;
  outputType: GraphQLOutputType | null;
  field: GraphQLField<unknown, unknown> | null;
  argument: GraphQLArgument | null;
  directive: GraphQLDirective | null;
}

type Report = Omit<Found, 'ancestors' | 'path'> & { visited: ASTNode };

interface Trail {
  parents: Map<ASTNode, ASTNode | null>;
  current: ASTNode | null;
}

/**
 * Validates a document as GraphQL specifies, and stores with each error its rule, path and types, which the errors themselves
 * do not carry. Stops after `limit` errors with a plain error that says so.
 */
export function findErrors(schema: GraphQLSchema, document: DocumentNode, limit: number): (Found | GraphQLError)[] {
  const trail: Trail = { parents: new Map(), current: null };
  const reports = new Map<GraphQLError, Report>();
  const rules = specifiedRules.map((rule) => reporting(rule, schema, trail, reports));
  const errors = validate(schema, document, [() => follow(trail), ...rules], { maxErrors: limit });
  return errors.map((error) => {
    const report = reports.get(error);
    if (!report) return error;
    const { visited, ...rest } = report;
    // The validator may stop before it visits the node of an error.
    const node = trail.parents.has(report.node) ? report.node : visited;
    const ancestors = ancestorsOf(node, trail);
    return { ...rest, node, ancestors, path: pathOf(node, ancestors) };
  });
}

/** Runs before the rules on each node, and records where the validator is. */
function follow(trail: Trail): ASTVisitor {
  return {
    enter: (node, _key, parent, _path, ancestors) => {
      const above = Array.isArray(parent) ? ancestors.at(-1) : parent;
      trail.parents.set(node, (above as ASTNode | undefined) ?? null);
      trail.current = node;
    },
    leave: (node) => {
      trail.current = node;
    },
  };
}

/** Wraps a rule, so that it also records the state of the validator at each error. */
function reporting(
  rule: ValidationRule,
  schema: GraphQLSchema,
  trail: Trail,
  reports: Map<GraphQLError, Report>,
): ValidationRule {
  return (context: ValidationContext) => {
    const noting = Object.create(context) as ValidationContext;
    noting.reportError = (error) => {
      const visited = trail.current;
      if (visited)
        reports.set(error, {
          rule,
          error,
          // A scalar that refuses a literal gives an error without a node.
          node: subjectOf(rule, error) ?? visited,
          visited,
          schema,
          parentType: context.getParentType() ?? null,
          outputType: context.getType() ?? null,
          field: context.getFieldDef() ?? null,
          argument: context.getArgument() ?? null,
          directive: context.getDirective() ?? null,
        });
      context.reportError(error);
    };
    return rule(noting);
  };
}

/** The node that an error is about: the use of a variable rather than its declaration. */
function subjectOf(rule: ValidationRule, { nodes }: GraphQLError): ASTNode | undefined {
  return nodes?.[rule === VariablesInAllowedPositionRule ? 1 : 0];
}

function ancestorsOf(node: ASTNode, { parents }: Trail): ASTNode[] {
  const above: ASTNode[] = [];
  for (let each = parents.get(node); each && each.kind !== Kind.DOCUMENT; each = parents.get(each)) above.push(each);
  return above;
}

function pathOf(node: ASTNode, ancestors: readonly ASTNode[]): (string | number)[] {
  return [node, ...ancestors].flatMap((each, index, chain) => segmentOf(each, chain[index + 1]) ?? []).toReversed();
}

/** The path step of a node; null for nodes that are not a step. */
function segmentOf(node: ASTNode, parent: ASTNode | undefined): string | number | null {
  switch (node.kind) {
    case Kind.OPERATION_DEFINITION:
      return node.name ? `${node.operation} ${node.name.value}` : node.operation;
    case Kind.FRAGMENT_DEFINITION:
      return `fragment ${node.name.value}`;
    case Kind.INLINE_FRAGMENT:
      return node.typeCondition ? `... on ${node.typeCondition.name.value}` : '...';
    case Kind.FRAGMENT_SPREAD:
      return `... ${node.name.value}`;
    case Kind.FIELD:
      return node.alias?.value ?? node.name.value;
    case Kind.ARGUMENT:
    case Kind.OBJECT_FIELD:
      return node.name.value;
    case Kind.OBJECT:
      return parent?.kind === Kind.LIST ? parent.values.indexOf(node) : null;
    default:
      return null;
  }
}

/** A message in the published wording, with its machine-readable parts. */
export interface Wording {
  message: string;
  extensions: Readonly<Record<string, unknown>> & { code: string };
}
