/** There are more epics than a picture can hold. */
export class TooManyRowsError extends Error {
  override name = 'TooManyRowsError';
}

/** The picture is higher than a canvas can be. */
export class TooTallError extends Error {
  override name = 'TooTallError';
  constructor(readonly mostRows: number) {
    super(`At most ${mostRows} rows fit in one picture`);
  }
}
