export const scopes = ['api', 'read_api', 'read_user', 'read_repository', 'write_repository', 'self_rotate'] as const;
export type Scope = (typeof scopes)[number];

/**
 * The access that a request needs: to change something, to read anything, to read accounts only; to fetch from or push to a repository
 * with Git, or to read its files over REST; to replace the token of the request itself.
 */
export type Access =
  | 'write'
  | 'read'
  | 'readUsers'
  | 'readRepository'
  | 'writeRepository'
  | 'readFiles'
  | 'rotateSelf'
  | 'anyToken';

const enough: Readonly<Record<Access, readonly Scope[]>> = {
  write: ['api'],
  read: ['api', 'read_api'],
  readUsers: ['api', 'read_api', 'read_user'],
  readRepository: ['api', 'read_repository', 'write_repository'],
  writeRepository: ['api', 'write_repository'],
  readFiles: ['api', 'read_api', 'read_repository'],
  rotateSelf: ['api', 'self_rotate'],
  anyToken: scopes,
};

/** Whether these scopes of a token include an access. */
export function scopesAllow(held: readonly Scope[], access: Access): boolean {
  return enough[access].some((scope) => held.includes(scope));
}

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

/** Patterns of credentials of well-known services, which people paste by mistake into texts that many can read. */
const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['GitLab personal access token', /\bglpat-[\w-]{20,}/],
  ['GitLab token', /\bgl(?:dt|ptt|rt|ft|soat|agent|cbt)-[\w-]{20,}/],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{50,})/],
  ['AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['Google API key', /\bAIza[\w-]{35}\b/],
  ['Slack token', /\bxox[abposr]-[\w-]{10,}/],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}/],
  ['Private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
];

/** The names of the kinds of credentials found in a text, without repetitions; usually none. */
export function secretsIn(text: string): string[] {
  return patterns.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
}
