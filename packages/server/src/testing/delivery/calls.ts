import type { UserId } from '@milepost/core/ids';
import { roles, type Visibility } from '@milepost/core/roles';
import { cast, type CastName } from '../cast.ts';
import type { Verb } from '../http.ts';
import type { Least, Verdict } from '../permissions.ts';
import type { Site } from './site.ts';

/** Who has a permission, and what the others get. */
export interface Rule {
  /** The lowest role in a public project. */
  least: Least;
  /** The same in a private project, if another. */
  leastInPrivate?: Least;
  /** Below this role the object is not found; from it on the call is refused. By default from the role that sees the project. */
  seenFrom?: Least;
}

/** One call of REST. */
export interface DeliveryCall extends Rule {
  /** As in the API description. */
  call: string;
  /** Parameters of the path, and those of the query or body. Creates what a call deletes or changes. */
  given: (site: Site, userId: UserId | null) => Given | Promise<Given>;
  /** The id of a row of a list: those who may not read it get the list without it. */
  contains?: (site: Site) => number;
  /** Visitors get 401 from a reading call. */
  isSignedIn?: boolean;
  /** `given` makes something of the caller. */
  isOfCaller?: boolean;
  /** A parameter of its query names the group. */
  isOfGroup?: boolean;
  /** What those who may call get, where the call cannot succeed here. */
  allowedStatus?: number;
  /** The scope `read_repository` suffices. */
  readsFiles?: boolean;
}

export interface Given {
  params?: Readonly<Record<string, string | number>>;
  input?: object;
}

export const code: Rule = { least: 'visitor', leastInPrivate: 'reporter' };
/** Everyone who sees the group or project. What they may not read is not counted. */
export const seen: Rule = { least: 'visitor', leastInPrivate: 'guest' };
export const comment: Rule = { least: 'person', leastInPrivate: 'reporter' };
export const reporter: Rule = { least: 'reporter' };
export const developer: Rule = { least: 'developer' };
export const maintainer: Rule = { least: 'maintainer' };
export const owner: Rule = { least: 'owner' };
export const vulnerabilityReader = { least: 'developer', seenFrom: 'developer', isSignedIn: true } as const;
export const triage: Rule = { least: 'maintainer', seenFrom: 'developer' };

export const isRead = ({ call }: DeliveryCall): boolean => call.startsWith('GET ');

/** Verb and path of a call, with its parameters in place. */
export function requestOf(row: DeliveryCall, site: Site, { params = {}, input }: Given) {
  const [verb = '', template = ''] = row.call.split(' ');
  const id = template.startsWith('/groups/') ? site.group.id : site.project.id;
  const all: Given['params'] = { id, ...params };
  const path = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(all[name])));
  return { verb: verb as Verb, path, input };
}

const order: readonly Least[] = ['visitor', 'person', ...roles, 'administrator'];

function rankOf(name: CastName): number {
  if (name === 'nobody') return 0;
  if (name === 'root') return order.length - 1;
  const { role } = cast[name];
  return role ? order.indexOf(role) : 1;
}

/** What the table says about this person. */
export function promisedBy(rule: Rule, name: CastName, visibility: Visibility): Verdict {
  const rank = rankOf(name);
  const isPrivate = visibility === 'private';
  const least = (isPrivate ? rule.leastInPrivate : undefined) ?? rule.least;
  if (rank >= order.indexOf(least)) return 'may';
  if (isPrivate && rank < order.indexOf('guest')) return 'hidden';
  return rule.seenFrom !== undefined && rank < order.indexOf(rule.seenFrom) ? 'hidden' : 'refused';
}

/** The same for a call: without credentials, 401 comes before anything is looked up. */
export function promisedByCall(row: DeliveryCall, name: CastName, visibility: Visibility): Verdict {
  if (name === 'nobody' && (row.isSignedIn ?? !isRead(row))) return 'refused';
  const verdict = promisedBy(row, name, visibility);
  return row.contains && verdict === 'refused' ? 'hidden' : verdict;
}
