/** The database cannot be reached, started or used. The message is one line that says what to do. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}
