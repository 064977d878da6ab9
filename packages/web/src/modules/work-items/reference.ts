/**
 * A full reference as written inside a namespace: `a/b&5` is `&5` in a/b, `b&5` in a and in a/c, and stays complete anywhere
 * else. The server parses the result.
 */
export function shortReference(full: string, namespacePath: string): string {
  const sign = /[&#]\d+$/.exec(full)?.index;
  if (sign === undefined) return full;
  const path = full.slice(0, sign);
  if (path === namespacePath) return full.slice(sign);
  const parentPath = namespacePath.slice(0, Math.max(namespacePath.lastIndexOf('/'), 0));
  const home = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
  const isNear = home !== '' && (home === namespacePath || home === parentPath);
  return isNear ? full.slice(home.length + 1) : full;
}

/** A reference as short as it is understood in a group: from its top-level group if that shortens it, else from the group itself. */
export function referenceInGroup(full: string, groupPath: string): string {
  const fromTop = shortReference(full, groupPath.split('/')[0] ?? groupPath);
  return fromTop === full ? shortReference(full, groupPath) : fromTop;
}

const pages =
  /^\/(?:groups\/(?<group>[\w./-]+)\/-\/epics|(?<project>[\w./-]+)\/-\/(?:issues|work_items|incidents|issues\/incident))\/(?<iid>\d+)\/?$/;

/** The full reference of an item by the path of its page; null for another path. */
export function referenceOfPath(path: string): string | null {
  const found = pages.exec(path)?.groups;
  if (!found) return null;
  const { group, project, iid } = found;
  return group === undefined ? `${project}#${iid}` : `${group}&${iid}`;
}

/** The full reference of an address on this server, under any of its host names; other texts are unchanged. */
export function referenceOfAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (url?.origin === window.location.origin ? referenceOfPath(url.pathname) : null) ?? text;
}
