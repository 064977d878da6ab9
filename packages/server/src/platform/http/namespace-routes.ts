/** Internal URL prefix of the routes of groups and projects; clients never see it. */
export const NAMESPACE_ROUTES_PREFIX = '/-/in';
/** The same for Git over HTTP. */
export const GIT_ROUTES_PREFIX = '/-/git';

/** No path of a group or project ends in `.git`. */
const GIT = /^\/((?!-\/|api\/|assets\/)(?:(?!\/-\/)[^?#])+?)\.git\/([^#]*)$/;
const ROUTE = /^\/(group|project)\/:id\/(.+)$/;

interface Registered {
  method: string;
  kind: 'group' | 'project';
  rest: RegExp;
  /** The pattern without `/-/`, directly after the full path of a project. */
  bare: RegExp | null;
}

/**
 * Rewrites URLs below a group or project: `/FULL/PATH/-/issues/12.json`, `/groups/FULL/PATH/-/epics/5.json`. A full path has any
 * number of segments, which the router cannot match as one parameter. A URL with a registered route is therefore rewritten to
 * `/-/in/project/FULL%2FPATH/issues/12.json`; all others (mostly pages) stay unchanged. Everything below `/FULL/PATH.git/` is Git over
 * HTTP: `/-/git/FULL%2FPATH/info/refs`.
 */
export class NamespaceRoutes {
  readonly #registered: Registered[] = [];

  /**
   * Registers a route by its method and its path below the prefix: `/project/:id/issues/:issue_iid.json`. A parameter may have a
   * pattern: `:secret(^[0-9a-f]+$)`. With `isBare` a project's route also matches `/FULL/PATH/issues/12.json`.
   */
  add(method: string, path: string, isBare = false): void {
    const match = ROUTE.exec(path);
    if (!match) throw new TypeError(`${path} is not a route of a group or project`);
    const kind = match[1] as Registered['kind'];
    const rest = patternOf(match[2] ?? '');
    this.#registered.push({
      method,
      kind,
      rest: new RegExp(`^${rest}/?$`),
      bare: isBare && kind === 'project' ? new RegExp(`^/((?!-/|api/|assets/)[^?#]+?)/(${rest})/?(?=\\?|$)`) : null,
    });
  }

  /** The URL for the router. `url`: path and query as received. */
  routed(method: string, url: string): string {
    const git = GIT.exec(url);
    if (git) return `${GIT_ROUTES_PREFIX}/${(git[1] ?? '').replaceAll('/', '%2F')}/${git[2] ?? ''}`;
    const match = /^\/(groups\/)?([^?#]+?)\/-\/([^?#]+)(.*)$/.exec(url);
    if (!match) return this.#bare(method, url);
    const [, groups, fullPath = '', rest = '', query = ''] = match;
    const kind = groups === undefined ? 'project' : 'group';
    const isRegistered = this.#registered.some(
      (each) => each.method === method && each.kind === kind && each.rest.test(rest),
    );
    if (!isRegistered) return url;
    return `${NAMESPACE_ROUTES_PREFIX}/${kind}/${fullPath.replaceAll('/', '%2F')}/${rest}${query}`;
  }

  #bare(method: string, url: string): string {
    for (const { method: known, bare } of this.#registered) {
      const match = known === method ? bare?.exec(url) : null;
      if (!match) continue;
      const [whole, fullPath = '', rest = ''] = match;
      return `${NAMESPACE_ROUTES_PREFIX}/project/${fullPath.replaceAll('/', '%2F')}/${rest}${url.slice(whole.length)}`;
    }
    return url;
  }
}

/** A route's path as a regular expression; a parameter with a pattern keeps it. */
function patternOf(path: string): string {
  const parts = path.split(/(:\w+(?:\(\^[^)]*\$\))?)/);
  return parts
    .map((part) =>
      part.startsWith(':') ? (/\(\^(.*)\$\)$/.exec(part)?.[1] ?? '[^/?#]+?') : part.replaceAll('.', String.raw`\.`),
    )
    .join('');
}
