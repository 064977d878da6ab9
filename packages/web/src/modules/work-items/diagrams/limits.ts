/** Longest source that is drawn at all, in characters, and most lines between boxes: the time of a drawing grows with both. */
export const MOST = { characters: 50_000, edges: 500 } as const;

/** Longest source that is drawn without being asked for. */
export const DRAWN_UNASKED = 5_000;

/** Largest image that is taken from the frame, in characters. */
export const MAX_IMAGE_CHARACTERS = 4_000_000;

/** How long one drawing may take in milliseconds, while the page is seen. */
export const TIMEOUT_MS = 30_000;
