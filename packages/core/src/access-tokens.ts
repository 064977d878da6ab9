export const scopes = ['api', 'read_api', 'read_user'] as const;
export type Scope = (typeof scopes)[number];

/** What a request is about to do: change something, read anything, or read accounts only. */
export type Access = 'write' | 'read' | 'readUsers';

const enough: Readonly<Record<Access, readonly Scope[]>> = {
  write: ['api'],
  read: ['api', 'read_api'],
  readUsers: ['api', 'read_api', 'read_user'],
};

/** Whether a token with these scopes may be used for this. */
export function scopesAllow(held: readonly Scope[], access: Access): boolean {
  return enough[access].some((scope) => held.includes(scope));
}

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
