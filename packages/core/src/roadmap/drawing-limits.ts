/** The epics that one image, document or set of slides may hold: more are unreadable, and exceed the limits of browsers. */
export const MAX_DRAWN_EPICS = 10_000;
/** The pages of one set of slides. */
export const MAX_SLIDES = 200;
/** The rows of one slide. */
export const SLIDE_ROWS = 18;
