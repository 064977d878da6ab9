/** A setting is invalid; the message is one line that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  constructor(
    readonly setting: string,
    problem: string,
  ) {
    super(`${setting} ${problem}`);
  }
}
