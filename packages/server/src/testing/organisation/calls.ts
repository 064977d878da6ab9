import type { Verb } from '../http.ts';
import type { Least } from '../permissions.ts';
import type { OrganisationSite } from './site.ts';

/** One call of REST, and who may make it. */
export interface OrganisationCall {
  /** As in the API description. */
  call: string;
  /** The lowest role in the group or project, or another of these. */
  least: Least;
  /** Parameters of the path, and those of the query or body. Creates what a call changes or deletes. */
  given?: (site: OrganisationSite, caller: Caller) => Given | Promise<Given>;
  /** `given` makes something of the caller, or something that other calls remove. */
  isOfCaller?: boolean;
  /** The others do not find what it is about. */
  isHidden?: boolean;
  /** Readers without a session or token get 401 even from a reading call, unless this is public. */
  isPublic?: boolean;
  /** What those who may call get, where the call cannot succeed here. */
  allowedStatus?: number;
  /** Accounts of programs may not: what they make would outlive them. */
  isForPeople?: boolean;
  /** Nor may an administrator who acts as the person. */
  needsOwnHands?: boolean;
  /** The scope that it needs, if not `api` for changes and `read_api` for the rest. */
  scope?: 'api' | 'read_api' | 'read_user';
  /** Answers only those whom the group knows as people: an account of a program of a group sees nothing else. */
  isElsewhere?: boolean;
}

export interface Given {
  params?: Readonly<Record<string, string | number>>;
  input?: object;
}

export interface Caller {
  id: number;
  name: string;
}

export const administrator = { least: 'administrator' } as const;
export const owner = { least: 'owner' } as const;
export const maintainer = { least: 'maintainer' } as const;
/** Makes tokens, or accounts with tokens. */
export const credentials = { isForPeople: true, needsOwnHands: true } as const;

/** Verb and path of a call, with its parameters in place. */
export function requestOf({ call }: OrganisationCall, site: OrganisationSite, { params = {}, input }: Given) {
  const [verb = '', template = ''] = call.split(' ');
  const id = template.startsWith('/projects/') ? site.project.id : site.group.id;
  const all: Given['params'] = { id, ...params };
  const path = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(all[name])));
  return { verb: verb as Verb, path, input };
}

export const isRead = ({ call }: OrganisationCall): boolean => call.startsWith('GET ');
