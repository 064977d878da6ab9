/** The maximum length of a source, in characters, and of lines between boxes: drawing time grows with both. */
export const MAX_SIZE = { characters: 50_000, edges: 500 } as const;

/** The maximum length of a source that is drawn automatically. */
export const DRAWN_UNASKED = 5_000;

/** Largest image that is taken from the frame, in characters. */
export const MAX_IMAGE_CHARACTERS = 4_000_000;

/** The timeout of one drawing in milliseconds, while the page is visible. */
export const TIMEOUT_MS = 30_000;
