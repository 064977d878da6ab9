/** Replaces a credential in a log. */
const HIDDEN = '[hidden]';

/** Parameters of an address whose value is a credential, in an address within an address too: `%3Fprivate_token%3D`. */
const PARAMETERS =
  /((?:[?&;]|%3F|%26|%253F|%2526)(?:[\w.-]|%5B|%5D|\[|\])*?(?:token|secret|password|passwd|signature|api_key)(?:=|%3D|%253D))((?!%26|%2526)[^&;\s"'\\#<>])+/gi;

/** Addresses of which a part is the credential. */
const PATHS =
  /(\/-\/(?:shared\/roadmap|unsubscribe|set-up|invitations|reset-password|confirm-email)\/|(?:%2F-%2F)(?:shared%2Froadmap|unsubscribe|set-up|invitations|reset-password|confirm-email)%2F)((?!%2F|%3F)[^/?&\s"'\\#<>])+/gi;

/**
 * A line of the log without the credentials that addresses hold. It works on the finished line, so it does not matter whether an
 * address came in the request's URL, a Referer or Location header, or the message of an error.
 */
export function withoutCredentials(line: string): string {
  return line.replaceAll(PARAMETERS, `$1${HIDDEN}`).replaceAll(PATHS, `$1${HIDDEN}`);
}
