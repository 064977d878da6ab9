import type { UserId } from '@milepost/core/ids';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { receiveImage, sendImage } from '../../../platform/images/image.ts';
import { ownAccount } from '../commands/accounts.ts';
import { changeAvatar, findAvatar } from '../commands/avatars.ts';
import { readProfile, updateProfile, type Profile } from '../commands/profile.ts';
import type { Context } from '../../../platform/context.ts';
import { isReservedName } from '@milepost/core/namespaces';
import { mayReadPage } from '../policy.ts';
import { userByFormerUsername } from '../store/profile.ts';
import { answer, inputOf, type PagesOptions } from './page-endpoints.ts';

const profileInput = Type.Object({
  name: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  time_zone: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  date_language: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  first_weekday: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  keyboard_shortcuts: Type.Optional(Type.Boolean()),
});

/** The viewer's name, username, avatar and preferences. */
export function addProfilePages(server: FastifyInstance, contextOf: PagesOptions['contextOf']): void {
  answer(server, 'GET', '/-/profile.json', async (request) => present(await readProfile(await contextOf(request))));

  answer(server, 'PUT', '/-/profile.json', async (request) => {
    const ctx = await contextOf(request);
    const input = inputOf(profileInput, request);
    const { name, username } = input;
    return present(
      await updateProfile(ctx, {
        ...(name !== undefined && { name }),
        ...(username !== undefined && { username }),
        ...(input.time_zone !== undefined && { timeZone: input.time_zone }),
        ...(input.date_language !== undefined && { dateLanguage: input.date_language }),
        ...(input.first_weekday !== undefined && { firstWeekday: input.first_weekday }),
        ...(input.keyboard_shortcuts !== undefined && { hasShortcuts: input.keyboard_shortcuts }),
      }),
    );
  });

  answer(server, 'PUT', '/-/profile/avatar', async (request) => {
    const ctx = await contextOf(request);
    await ownAccount(ctx);
    return { avatar_url: await changeAvatar(ctx, await receiveImage(request, 'avatar')) };
  });

  answer(server, 'DELETE', '/-/profile/avatar', async (request, reply) => {
    await changeAvatar(await contextOf(request), null);
    return reply.code(204).send();
  });

  // The URL contains the digest of the image, so browsers may cache it forever.
  answer(server, 'GET', '/-/avatars/user/:id(^\\d{1,18}$)/:digest(^[0-9a-f]{16}$)', async (request, reply) => {
    const { id, digest } = request.params as { id: string; digest: string };
    return sendImage(reply, await findAvatar(await contextOf(request), Number(id) as UserId, digest));
  });
}

/**
 * The current URL of a page at `/old-username`; null for any other page. A permanent redirect is safe, because former usernames are
 * never given to somebody else.
 */
export async function movedProfile(ctx: Context, url: string): Promise<string | null> {
  const [, username, rest = ''] = /^\/([\w.-]+)\/?([?#].*)?$/.exec(url) ?? [];
  if (username === undefined || isReservedName(username)) return null;
  const user = await userByFormerUsername(ctx.db, username);
  return user && mayReadPage(ctx.viewer, user) ? `/${user.username}${rest}` : null;
}

function present({ user, preferences }: Profile) {
  return {
    name: user.name,
    username: user.username,
    avatar_url: user.avatarUrl,
    time_zone: preferences.timeZone,
    date_language: preferences.dateLanguage,
    first_weekday: preferences.firstWeekday,
    keyboard_shortcuts: preferences.hasShortcuts,
  };
}
