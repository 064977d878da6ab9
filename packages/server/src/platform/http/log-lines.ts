/** Replaces a credential in a log. */
const HIDDEN = '[hidden]';

/** URL parameters whose value is a credential, also in a URL encoded within a URL: `%3Fprivate_token%3D`. */
const PARAMETERS =
  /((?:[?&;]|%3F|%26|%253F|%2526)(?:[\w.-]|%5B|%5D|\[|\])*?(?:token|secret|password|passwd|signature|api_key)(?:=|%3D|%253D))((?!%26|%2526)[^&;\s"'\\#<>])+/gi;

/** URL paths that contain a credential. */
const PATHS =
  /(\/-\/(?:shared\/roadmap|unsubscribe|set-up|invitations|reset-password|confirm-email)\/|(?:%2F-%2F)(?:shared%2Froadmap|unsubscribe|set-up|invitations|reset-password|confirm-email)%2F)((?!%2F|%3F)[^/?&\s"'\\#<>])+/gi;

/**
 * Removes the credentials in URLs from a log line. Works on the finished line, so that it covers the request's URL, Referer and
 * Location headers, and messages of errors.
 */
export function withoutCredentials(line: string): string {
  return line.replaceAll(PARAMETERS, `$1${HIDDEN}`).replaceAll(PATHS, `$1${HIDDEN}`);
}
