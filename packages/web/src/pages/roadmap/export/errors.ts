/** There are more epics than a drawing may hold. */
export class TooManyRowsError extends Error {
  override name = 'TooManyRowsError';
  constructor(readonly count: number) {
    super(`${count} epics are too many for one drawing`);
  }
}

/** There are more pages than a set of slides may have. */
export class TooManySlidesError extends Error {
  override name = 'TooManySlidesError';
  constructor(readonly count: number) {
    super(`${count} slides are too many for one file`);
  }
}

/** The image is higher than a canvas can be. */
export class TooTallError extends Error {
  override name = 'TooTallError';
  constructor(readonly maxRows: number) {
    super(`At most ${maxRows} rows fit in one image`);
  }
}
