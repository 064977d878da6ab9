/** The request of the page to the frame. */
export interface DrawOrder {
  source: string;
  isDark: boolean;
  /** Longest source, in characters, and most lines between boxes. */
  most: { characters: number; edges: number };
}

/** The answer of the frame. The page does not trust it: it becomes an image or text. */
export type DrawAnswer =
  | { svg: string; width: number; height: number; kind: string; title: string; description: string }
  | { failure: string };
