import {
  GraphQLError,
  OverlappingFieldsCanBeMergedRule,
  ProvidedRequiredArgumentsRule,
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { findErrors, type Found } from './found.ts';
import { wordings } from './rules.ts';

/** Maximum number of reported errors; a generated document can contain thousands. */
export const MAX_DOCUMENT_ERRORS = 10;

/**
 * Validates a document as GraphQL specifies. Each error has message, locations, path and `extensions.code` in the published
 * form; at most `MAX_DOCUMENT_ERRORS`, then one that says so. Empty if the document is valid.
 */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  return withoutRepeats(findErrors(schema, document, MAX_DOCUMENT_ERRORS)).map(worded);
}

/** Merges repeated errors: a field without several required arguments is one error that names them all. */
function withoutRepeats(errors: readonly (Found | GraphQLError)[]): (Found | GraphQLError)[] {
  const seen = new Set<ASTNode>();
  return errors.filter((each) => {
    if (each instanceof GraphQLError || each.rule !== ProvidedRequiredArgumentsRule) return true;
    return seen.has(each.node) ? false : seen.add(each.node);
  });
}

function worded(found: Found | GraphQLError): GraphQLError {
  if (found instanceof GraphQLError)
    return new GraphQLError(`Only the first ${MAX_DOCUMENT_ERRORS} errors are listed`, {
      extensions: { code: 'tooManyErrors' },
    });
  const wording = wordings.get(found.rule)?.(found);
  const { message, extensions } = wording ?? { message: found.error.message, extensions: { code: 'invalidDocument' } };
  // A conflict is between several fields; every other error is about one node.
  const nodes = found.rule === OverlappingFieldsCanBeMergedRule ? found.error.nodes : [found.node];
  return new GraphQLError(message, { nodes: nodes ?? null, path: found.path, extensions });
}
