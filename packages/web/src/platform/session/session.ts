import { parseWeekday } from '@milepost/core/days';
import type { Endpoints } from '@milepost/core/settings/endpoints';
import { uploadLimits } from '@milepost/core/files/uploads';
import type { Feature } from '@milepost/core/settings/features';
import type { ViewKind } from '@milepost/core/views/views';

/** Who is signed in, as the server wrote it into the page. It never changes without a new page. */
export interface SignedInViewer {
  id: number;
  username: string;
  name: string;
  avatarUrl: string | null;
  isAdmin: boolean;
}

/** The roadmap settings in the bootstrap data, so that the first request is the right one. */
export interface RoadmapBoot {
  /** Stored settings by full path of the group: parameters of an address. */
  settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The saved view that the address names. */
  view: SavedView | null;
}

export interface SavedView {
  id: string;
  kind: ViewKind;
  name: string;
  /** Parameters of an address, as text. */
  query: string;
  shared: boolean;
  lockVersion: number;
  mayUpdate: boolean;
}

/** The roadmap that a public link shows. */
export interface SharedRoadmap {
  name: string;
  groupName: string;
  fullPath: string;
  query: string;
}

export interface SignInProviders {
  oidc: readonly { name: string; label: string }[];
  /** The directory; null for none. */
  ldap: { name: string; label: string } | null;
}

/** What a page says about the secondary site that serves it. */
export interface SiteNotice {
  name: string;
  /** Changes are refused: the primary site is unreachable. */
  isReadOnly: boolean;
  /** Null unless the data is noticeably old. */
  lagSeconds: number | null;
}

export interface Session {
  viewer: SignedInViewer | null;
  csrfToken: string;
  version: string;
  /** On which day weeks begin, as the viewer chose, otherwise by the server's settings: 0 (Sunday) to 6. */
  firstWeekday: number;
  /** The time zone that the viewer chose; null for that of the browser. */
  timeZone: string | null;
  /** The language of dates that the viewer chose; null for English. */
  dateLanguage: string | null;
  /** Whether single keys run commands. */
  hasShortcuts: boolean;
  /** How many months calendars show, by the server's settings; they show four at most. */
  calendarMonths: number;
  /** The suggested colors of a new label, by the server's settings; the first one is preset. */
  labelColors: readonly { color: string; name: string }[];
  /** The maximum size of a file, in bytes. */
  uploadLimit: number;
  /** How many files may be attached to one text before it is saved; null for any number. */
  uploadMaxFiles: number | null;
  /** See endpoints.ts. */
  endpoints: Partial<Endpoints>;
  roadmaps: RoadmapBoot;
  /** The full path that this page's address names, where the viewer can see no group or project of it. */
  missingNamespace: string | null;
  /** The features that are switched off in the group or project of this page's address. */
  disabledFeatures: readonly Feature[];
  /** Whether a language model is configured. */
  hasAssistant: boolean;
  /** Whether the server can send mail. */
  sendsMail: boolean;
  /** No administrator exists yet. Only sent to visitors. */
  needsSetUp: boolean;
  /** Whether visitors may register. */
  isSignUpOpen: boolean;
  /** Whether people may sign in with the password of their account. */
  isPasswordSignInOn: boolean;
  /** Providers of sign-in. */
  signInProviders: SignInProviders;
  /** Why sign-in at a provider failed. */
  signInProblem?: string;
  /** The name of this installation. */
  instanceName: string;
  /** Its logo; null for the built-in one. */
  logoUrl: string | null;
  /** This page was opened by a set-up link that works. */
  isSetUpLink: boolean;
  /** Until when the viewer must set up a second factor; missing if they have one or need none. */
  twoFactor?: { deadline: string; isOver: boolean };
  /** Only at a secondary site. */
  site?: SiteNotice;
  /** The name of the administrator who acts as the viewer; missing for the person. */
  impersonator?: string;
  /** Null on every page that was not opened by a public link that works. */
  sharedRoadmap: SharedRoadmap | null;
  /** This page may load the form of the payment provider. */
  isPaymentPage: boolean;
}

const nobody: Session = {
  viewer: null,
  csrfToken: '',
  version: '',
  firstWeekday: 0,
  timeZone: null,
  dateLanguage: null,
  hasShortcuts: true,
  calendarMonths: 1,
  labelColors: [],
  uploadLimit: uploadLimits.size,
  uploadMaxFiles: null,
  endpoints: {},
  roadmaps: { settings: {}, view: null },
  missingNamespace: null,
  disabledFeatures: [],
  hasAssistant: false,
  sendsMail: true,
  needsSetUp: false,
  isSetUpLink: false,
  isSignUpOpen: false,
  isPasswordSignInOn: true,
  signInProviders: { oidc: [], ldap: null },
  instanceName: 'Milepost',
  logoUrl: null,
  sharedRoadmap: null,
  isPaymentPage: false,
};
let current: Session | undefined;

/** The session of this page: parsed once from the bootstrap element; anonymous if there is none (a bare development page). */
export function session(): Session {
  current ??= readSession(document);
  return current;
}

/** Reads the bootstrap element of a document. */
export function readSession(page: Document): Session {
  const text = page.getElementById('bootstrap')?.textContent;
  if (!text) return nobody;
  const parsed = JSON.parse(text) as Partial<Session>;
  return { ...nobody, ...parsed, firstWeekday: parseWeekday(parsed.firstWeekday) };
}

/**
 * For a session that was renewed, and for tests, which have no server to write the page. Endpoints stay unless others are
 * given.
 */
export function setSession(next: Partial<Session>): void {
  current = { ...nobody, endpoints: (current ?? nobody).endpoints, ...next };
}

/** The address of the page that a public link opened. */
export function sharedPath(): string {
  return window.location.pathname.replace(/\/+$/, '');
}
