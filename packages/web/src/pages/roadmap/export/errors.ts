/** There are more epics than an image can hold. */
export class TooManyRowsError extends Error {
  override name = 'TooManyRowsError';
}

/** The image is higher than a canvas can be. */
export class TooTallError extends Error {
  override name = 'TooTallError';
  constructor(readonly maxRows: number) {
    super(`At most ${maxRows} rows fit in one image`);
  }
}
