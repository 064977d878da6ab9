/** There are more epics than an image can hold. */
export class TooManyRowsError extends Error {
  override name = 'TooManyRowsError';
}

/** The image is higher than a canvas can be. */
export class TooTallError extends Error {
  override name = 'TooTallError';
  constructor(readonly mostRows: number) {
    super(`At most ${mostRows} rows fit in one image`);
  }
}
