import type { AccessToken } from '../store/tokens.ts';
import type { User } from '../store.ts';

/** The short form of a person inside other objects: author, assignee, member. */
export function presentUser(user: User, baseUrl: string) {
  return {
    id: user.id,
    username: user.username,
    public_email: user.publicEmail ?? '',
    name: user.name,
    state: user.state,
    locked: false,
    avatar_url: user.avatarUrl && new URL(user.avatarUrl, baseUrl).href,
    web_url: `${baseUrl}/${user.username}`,
    // A Milepost extension, so that clients can mark programs wherever they name them.
    ...(user.isServiceAccount && { service_account: true }),
  };
}

/** A single person, for everyone. */
export function presentProfile(user: User, baseUrl: string) {
  return {
    ...presentUser(user, baseUrl),
    created_at: user.createdAt.toISOString(),
    bio: user.bio,
    bot: user.isBot,
    service_account: user.isServiceAccount,
  };
}

/** All fields, for the person themselves and administrators. */
export function presentAccount(user: User, baseUrl: string) {
  return {
    ...presentProfile(user, baseUrl),
    email: user.email,
    commit_email: user.email,
    confirmed_at: user.confirmedAt?.toISOString() ?? null,
    current_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
    last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
    last_activity_on: user.lastSignInAt?.toISOString().slice(0, 10) ?? null,
    is_admin: user.isAdmin,
    can_create_group: true,
    can_create_project: true,
    two_factor_enabled: user.hasSecondFactor,
    external: false,
    private_profile: false,
    identities: [],
  };
}

export function presentAccessToken(token: AccessToken) {
  return {
    id: token.id,
    name: token.name,
    revoked: token.revokedAt !== null,
    created_at: token.createdAt.toISOString(),
    description: token.description,
    scopes: token.scopes,
    user_id: token.userId,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    last_used_ips: token.usedFrom,
    active: token.isActive,
    expires_at: token.expiresAt,
    ...(token.accessLevel !== null && { access_level: token.accessLevel }),
  };
}
