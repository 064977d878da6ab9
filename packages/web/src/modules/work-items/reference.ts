/**
 * A full reference as one would write it inside a place: `a/b&5` is `&5` in a/b, `b&5` in a and in a/c, and stays whole
 * anywhere else.
 */
export function shortReference(full: string, placePath: string): string {
  const sign = /[&#]\d+$/.exec(full)?.index;
  if (sign === undefined) return full;
  const path = full.slice(0, sign);
  if (path === placePath) return full.slice(sign);
  const above = placePath.split('/');
  for (let length = above.length; length > 0; length -= 1) {
    const prefix = `${above.slice(0, length).join('/')}/`;
    if (path.startsWith(prefix)) return full.slice(prefix.length);
  }
  return full;
}
