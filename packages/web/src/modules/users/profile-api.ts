import { queryOptions } from '@tanstack/react-query';
import { sendJson } from '../../platform/api/http.ts';

/** The viewer's name, username and preferences. Null: as the server's settings or the browser say. */
export interface Profile {
  name: string;
  username: string;
  avatar_url: string | null;
  time_zone: string | null;
  /** The language of dates; null for English. */
  date_language: string | null;
  /** 0 (Sunday), 1 (Monday) or 6 (Saturday). */
  first_weekday: number | null;
  keyboard_shortcuts: boolean;
}

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => sendJson<Profile>('/-/profile.json', { signal }),
});

export function saveProfile(change: Partial<Omit<Profile, 'avatar_url'>>): Promise<Profile> {
  return sendJson('/-/profile.json', { method: 'PUT', body: change });
}

export function saveAvatar(image: Blob): Promise<void> {
  const form = new FormData();
  form.append('avatar', image, 'avatar.png');
  return sendJson('/-/profile/avatar', { method: 'PUT', body: form });
}

export function removeAvatar(): Promise<void> {
  return sendJson('/-/profile/avatar', { method: 'DELETE' });
}
