import { GraphQLError, Kind, visit, type DocumentNode } from 'graphql';
import { isStorable } from '../text.ts';

/** What a document of a client may contain. Documents of our own pages are not held to these. */
export interface DocumentLimits {
  /** Characters of the source. */
  characters: number;
  /** Lexical tokens of the source; the parser stops there. */
  tokens: number;
  /** Fields as written, those of fragments counted once. */
  fields: number;
  /** Fields under another name. Without a limit a short document repeats one expensive field. */
  aliases: number;
  /** Cost of one request: see `weightOf`. */
  cost: number;
  depth: number;
  /** Fields of the answer's shape, those of fragments counted at each spread. */
  breadth: number;
  /** Operations of one request. */
  batch: number;
}

export const defaultDocumentLimits: DocumentLimits = {
  characters: 20_000,
  tokens: 10_000,
  fields: 1_000,
  aliases: 100,
  cost: 100_000,
  depth: 18,
  breadth: 1_500,
  batch: 20,
};

/** A document that is too large or asks for too much. `code`: QUERY_TOO_LONG or QUERY_TOO_COMPLEX. */
export function refusal(message: string, code: 'QUERY_TOO_LONG' | 'QUERY_TOO_COMPLEX'): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

/** Levels of the syntax tree, lists and objects in values among them: validation calls itself for each. */
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
