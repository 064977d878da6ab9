import type { ResolvedReference } from '../../platform/markdown/resolver.ts';
import type { ReferencePlug } from '../../platform/markdown/sockets.ts';
import { usersByAnyUsername } from './store/profile.ts';

/** `@ada`, also by a former username. Usernames are public, so mentions need no permission check. */
export const userReferences: ReferencePlug = {
  kinds: ['user'],
  async resolve(ctx, candidates) {
    const byName = await usersByAnyUsername(
      ctx.db,
      candidates.map(({ name }) => name),
    );
    const resolved = new Map<string, ResolvedReference>();
    for (const { key, name } of candidates) {
      const user = byName.get(name.toLowerCase());
      if (!user) continue;
      const text = `@${user.username}`;
      resolved.set(key, { kind: 'user', reference: text, href: `/${user.username}`, text, title: user.name });
    }
    return resolved;
  },
};
