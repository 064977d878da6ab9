/** Limits of GraphQL documents from clients. Persisted documents of the web app are exempt. */
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
  /** Fields in the response, those of fragments counted at each spread. */
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
