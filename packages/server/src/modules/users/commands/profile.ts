import { type FieldErrors, ValidationError } from '@milepost/core/errors';
import { dateLanguages, firstWeekdays, isTimeZone, MAX_FORMER_USERNAMES } from '@milepost/core/accounts/profile';
import { newPathProblems } from '@milepost/core/namespaces';
import { nameProblems } from '@milepost/core/users';
import type { Context } from '../../../platform/context.ts';
import { countFormerUsernames, preferencesOf, savePreferences, type Preferences } from '../store/profile.ts';
import { lockUser, saveUser, type User } from '../store.ts';
import { ownAccount } from './accounts.ts';

export interface Profile {
  user: User;
  preferences: Preferences;
}

export interface ProfileChanges extends Partial<Preferences> {
  name?: string;
  username?: string;
}

/** The viewer's own profile. */
export async function readProfile(ctx: Context): Promise<Profile> {
  const { user } = await ownAccount(ctx);
  return { user, preferences: await preferencesOf(ctx.db, user.id) };
}

/** Changes the viewer's own profile. Throws ValidationError for an invalid field, and for a username that is taken. */
export async function updateProfile(ctx: Context, changes: ProfileChanges): Promise<Profile> {
  const { id } = (await ownAccount(ctx)).user;
  const { name, username, ...rest } = changes;
  return ctx.transaction(async (trx) => {
    const before = await lockUser(trx, id);
    if (!before) throw new Error('The account of the viewer was deleted');
    const isRenamed = username !== undefined && username !== before.username;
    const problems = {
      ...withoutEmpty({
        name: name === undefined ? [] : nameProblems(name),
        // The rules of group paths apply, because people and groups share `/name` and `@name`.
        username: isRenamed ? newPathProblems(username, true) : [],
      }),
      ...(rest.timeZone && !isTimeZone(rest.timeZone) && { time_zone: ['is not a time zone'] }),
      ...(rest.dateLanguage &&
        !dateLanguages.includes(rest.dateLanguage) && { date_language: ['is not an offered language'] }),
      ...(typeof rest.firstWeekday === 'number' &&
        !firstWeekdays.includes(rest.firstWeekday) && { first_weekday: ['must be Saturday, Sunday or Monday'] }),
    };
    if (Object.keys(problems).length > 0) throw new ValidationError(problems);
    const isNewName = isRenamed && username.toLowerCase() !== before.username.toLowerCase();
    // Former usernames stay reserved: without a limit one person could reserve any number of them.
    if (isNewName && (await countFormerUsernames(trx, id)) >= MAX_FORMER_USERNAMES)
      throw new ValidationError({ username: [`can be changed at most ${MAX_FORMER_USERNAMES} times`] });
    const user = await saveUser(trx, id, { ...(name !== undefined && { name }), ...(isRenamed && { username }) });
    const preferences = { ...(await preferencesOf(trx, id)), ...rest };
    await savePreferences(trx, id, preferences);
    return { user, preferences };
  });
}

function withoutEmpty(problems: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(problems).filter(([, found]) => found.length > 0));
}
