/** Where the routes of groups and projects are served; nobody outside has to know of it. */
export const PLACES_PREFIX = '/-/in';

const ROUTE = /^\/(group|project)\/:id\/(.+)$/;

interface Known {
  method: string;
  kind: 'group' | 'project';
  rest: RegExp;
}

/**
 * Addresses below a group or project: `/FULL/PATH/-/issues/12.json`, `/groups/FULL/PATH/-/epics/5.json`. A full path has any
 * number of steps, which no router takes for one parameter; so an address that a route is known for is read as
 * `/-/in/project/FULL%2FPATH/issues/12.json` instead. All others (the pages, mostly) stay as they are.
 */
export class PlaceAddresses {
  readonly #known: Known[] = [];

  /** Takes a route's method and its path below the prefix: `/project/:id/issues/:issue_iid.json`. */
  learn(method: string, path: string): void {
    const match = ROUTE.exec(path);
    if (!match) throw new TypeError(`${path} is no route of a group or project`);
    const rest = (match[2] ?? '').replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+?');
    this.#known.push({ method, kind: match[1] as Known['kind'], rest: new RegExp(`^${rest}/?$`) });
  }

  /** The address by which the router knows it. `url`: path and query, as they came. */
  routed(method: string, url: string): string {
    const match = /^\/(groups\/)?([^?#]+?)\/-\/([^?#]+)(.*)$/.exec(url);
    if (!match) return url;
    const [, groups, place = '', rest = '', query = ''] = match;
    const kind = groups === undefined ? 'project' : 'group';
    const isKnown = this.#known.some((each) => each.method === method && each.kind === kind && each.rest.test(rest));
    if (!isKnown) return url;
    return `${PLACES_PREFIX}/${kind}/${place.replaceAll('/', '%2F')}/${rest}${query}`;
  }
}
