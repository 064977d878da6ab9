/** Where the routes of groups and projects are served; nobody outside has to know of it. */
export const PLACES_PREFIX = '/-/in';

const ROUTE = /^\/(group|project)\/:id\/(.+)$/;

interface Known {
  method: string;
  kind: 'group' | 'project';
  rest: RegExp;
  /** The same right behind the full path of a project, where that is an address too. */
  bare: RegExp | null;
}

/**
 * Addresses below a group or project: `/FULL/PATH/-/issues/12.json`, `/groups/FULL/PATH/-/epics/5.json`. A full path has any
 * number of steps, which no router takes for one parameter; so an address that a route is known for is read as
 * `/-/in/project/FULL%2FPATH/issues/12.json` instead. All others (the pages, mostly) stay as they are.
 */
export class PlaceAddresses {
  readonly #known: Known[] = [];

  /**
   * Takes a route's method and its path below the prefix: `/project/:id/issues/:issue_iid.json`. A parameter may say what it
   * looks like: `:secret(^[0-9a-f]+$)`. With `isBare` a project's route is also known as `/FULL/PATH/issues/12.json`.
   */
  learn(method: string, path: string, isBare = false): void {
    const match = ROUTE.exec(path);
    if (!match) throw new TypeError(`${path} is no route of a group or project`);
    const kind = match[1] as Known['kind'];
    const rest = patternOf(match[2] ?? '');
    this.#known.push({
      method,
      kind,
      rest: new RegExp(`^${rest}/?$`),
      bare: isBare && kind === 'project' ? new RegExp(`^/((?!-/|api/|assets/)[^?#]+?)/(${rest})/?(?=\\?|$)`) : null,
    });
  }

  /** The address by which the router knows it. `url`: path and query, as they came. */
  routed(method: string, url: string): string {
    const match = /^\/(groups\/)?([^?#]+?)\/-\/([^?#]+)(.*)$/.exec(url);
    if (!match) return this.#bare(method, url);
    const [, groups, place = '', rest = '', query = ''] = match;
    const kind = groups === undefined ? 'project' : 'group';
    const isKnown = this.#known.some((each) => each.method === method && each.kind === kind && each.rest.test(rest));
    if (!isKnown) return url;
    return `${PLACES_PREFIX}/${kind}/${place.replaceAll('/', '%2F')}/${rest}${query}`;
  }

  #bare(method: string, url: string): string {
    for (const { method: known, bare } of this.#known) {
      const match = known === method ? bare?.exec(url) : null;
      if (!match) continue;
      const [whole, place = '', rest = ''] = match;
      return `${PLACES_PREFIX}/project/${place.replaceAll('/', '%2F')}/${rest}${url.slice(whole.length)}`;
    }
    return url;
  }
}

/** A route's path as a pattern: what a parameter looks like, where it says so. */
function patternOf(path: string): string {
  const parts = path.split(/(:\w+(?:\(\^[^)]*\$\))?)/);
  return parts
    .map((part) =>
      part.startsWith(':') ? (/\(\^(.*)\$\)$/.exec(part)?.[1] ?? '[^/?#]+?') : part.replaceAll('.', String.raw`\.`),
    )
    .join('');
}
