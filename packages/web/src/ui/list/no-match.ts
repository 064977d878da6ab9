/** What a list says, and offers, while nothing matches the typed text. */
export interface NoMatch {
  text: string;
  /** An action with the typed text, in place of the sentence. */
  offer: { title(typed: string): string; perform(typed: string): void } | null;
}
