/** Redirects of pages whose published URL differs from that of Milepost: pattern and replacement. */
const published: readonly (readonly [RegExp, string])[] = [
  [/^\/-\/invites\/([\w-]+)\/?$/, '/-/invitations/$1'],
  [/^\/-\/user_settings\/(?:profile|account|personal_access_tokens|active_sessions)\/?$/, '/-/profile'],
  [/^(\/.+)\/-\/cadences(?:\/.*)?$/, '$1/-/iterations'],
  [/^(\/groups\/.+)\/-\/settings\/general\/?$/, '$1/-/edit'],
  [/^(\/groups\/.+)\/-\/settings\/(?:issues|work_items)\/?$/, '$1/-/settings/statuses'],
];

/** Milepost's URL for a published one, including the query; null for any other. */
export function addressOfPublished(url: string): string | null {
  const end = url.search(/[?#]/);
  const pathname = end === -1 ? url : url.slice(0, end);
  const found = published.find(([pattern]) => pattern.test(pathname));
  return found ? pathname.replace(...found) + url.slice(pathname.length) : null;
}
