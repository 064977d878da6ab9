/** What the page asks of the frame that draws. */
export interface DrawOrder {
  source: string;
  isDark: boolean;
  /** Longest source, in characters, and most lines between boxes. */
  most: { characters: number; edges: number };
}

/** What the frame answers. The page trusts none of it: it becomes a image, or words. */
export type DrawAnswer =
  | { svg: string; width: number; height: number; kind: string; title: string; description: string }
  | { failure: string };
