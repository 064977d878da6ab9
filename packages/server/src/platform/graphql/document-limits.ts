import { GraphQLError, Kind, visit, type DocumentNode } from 'graphql';
import type { DocumentLimits } from '../config/document-limits.ts';
import { isStorable } from '../util/text.ts';

/** The error for a document that is too long or too complex. */
export function refusal(message: string, code: 'QUERY_TOO_LONG' | 'QUERY_TOO_COMPLEX'): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

/** Maximum depth of the syntax tree, including lists and objects in values, because validation is recursive. */
const MAX_SYNTAX_LEVELS = 200;

/** Counts the fields and aliases of a parsed document and checks its strings: one pass, before the much more expensive validation. */
export function checkShape(document: DocumentNode, limits: DocumentLimits): GraphQLError | null {
  let fields = 0;
  let aliases = 0;
  let level = 0;
  let levels = 0;
  let isStorableText = true;
  visit(document, {
    enter: (node) => {
      level += 1;
      levels = Math.max(levels, level);
      if (node.kind === Kind.STRING) isStorableText &&= isStorable(node.value);
      if (node.kind !== Kind.FIELD) return;
      fields += 1;
      if (node.alias) aliases += 1;
    },
    leave: () => {
      level -= 1;
    },
  });
  if (!isStorableText) {
    return new GraphQLError('A string of the document contains a NUL character', {
      extensions: { code: 'INVALID_TEXT' },
    });
  }
  if (levels > MAX_SYNTAX_LEVELS) return refusal('Query is nested too deeply', 'QUERY_TOO_COMPLEX');
  if (aliases > limits.aliases) {
    return refusal(`Query has ${aliases} aliases, which exceeds the maximum of ${limits.aliases}`, 'QUERY_TOO_COMPLEX');
  }
  if (fields > limits.fields) {
    return refusal(`Query has ${fields} fields, which exceeds the maximum of ${limits.fields}`, 'QUERY_TOO_COMPLEX');
  }
  return null;
}
