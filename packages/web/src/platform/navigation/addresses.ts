import {
  type AddressOf,
  type CodePage,
  type GroupPage,
  type NumberedPage,
  type Page,
  type ProjectPage,
  routes,
  type ShaPage,
} from './routes.ts';
import type { NamespaceRef } from '../api/endpoints.ts';

/** A parsed address: the page and its parameters, decoded. One member per shape of parameters, so that they combine freely. */
export type Address =
  | { page: Exclude<Page, PageWithParameters> }
  | { page: TokenPage; token: string }
  | AddressOf<'person'>
  | AddressOf<ProviderPage>
  | { page: GroupPage | ProjectPage; fullPath: string }
  | { page: NumberedPage; fullPath: string; iid: string }
  | { page: ShaPage; fullPath: string; sha: string }
  | { page: CodePage; fullPath: string; at: string };

/** Pages that a link with a token opens. */
type TokenPage = 'setUp' | 'sharedRoadmap' | 'invitation' | 'resetPassword' | 'confirmEmail';
/** Pages of a sign-in at a provider that failed. */
type ProviderPage = 'providerSignIn' | 'providerReturn';
type PageWithParameters =
  | GroupPage
  | ProjectPage
  | NumberedPage
  | ShaPage
  | CodePage
  | TokenPage
  | ProviderPage
  | 'person';

interface CompiledRoute {
  page: Page;
  pattern: RegExp;
  /** In the order of the pattern's groups. */
  parameters: string[];
}

/** What a decoded parameter must look like; any other value is not a page. */
const formats: Readonly<Record<string, (text: string, page: Page) => boolean>> = {
  token: () => true,
  provider: (text) => /^[a-z][a-z0-9_]*$/.test(text),
  boardId: (text) => /^([1-9]\d{0,14})?$/.test(text),
  iid: (text) => /^[1-9]\d{0,9}$/.test(text),
  at: (text) => text.length <= 5_000,
  sha: (text) => /^[0-9a-f]{7,40}$/i.test(text),
  // `/groups` alone is no page.
  username: (text) => /^\w[\w.-]*$/.test(text) && text !== 'groups',
  fullPath: (text, page) => {
    const segments = text.split('/');
    if (!segments.every((segment) => /^[^\s]+$/.test(segment) && segment !== '-')) return false;
    // One segment is a person, and below `groups` there are groups only.
    return isGroupPage(page) || (segments.length > 1 && segments[0] !== 'groups');
  },
};

const compiled: readonly CompiledRoute[] = Object.entries(routes).map(([page, pattern]) => {
  const parameters: string[] = [];
  const source = pattern.replaceAll(/\/([:*])(\w+)(\?)?/g, (_, kind: string, name: string, isOptional?: string) => {
    parameters.push(name);
    return `${isOptional ? '(?:' : ''}/(${kind === '*' ? '.+?' : '[^/]+'})${isOptional ? ')?' : ''}`;
  });
  return { page: page as Page, pattern: new RegExp(`^${source}$`), parameters };
});

/** The pathname of an address. */
export function printAddress(address: Address): string {
  const values: Readonly<Record<string, string>> = { ...address };
  return routes[address.page].replaceAll(/\/([:*])(\w+)\??/g, (_, kind: string, name: string) => {
    const value = values[name] ?? '';
    if (value === '') return '';
    return `/${kind === '*' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)}`;
  });
}

/** The address of a pathname; null when there is no such page. A trailing slash is ignored. */
export function parseAddress(pathname: string): Address | null {
  // Incidents have an address of their own in the published form; they are shown on the page of issues.
  const path = (pathname.replace(/\/+$/, '') || '/').replace('/-/issues/incident/', '/-/issues/');
  for (const { page, pattern, parameters } of compiled) {
    const values = pattern.exec(path)?.slice(1).map(decode);
    if (!values?.every((value, index) => formats[parameters[index] ?? '']?.(value, page))) continue;
    const named = Object.fromEntries(parameters.map((name, index) => [name, values[index] ?? '']));
    return { page, ...named } as Address;
  }
  return null;
}

/** Whether a page belongs to a group, and not to a project or to neither. */
export function isGroupPage(page: Page): boolean {
  return routes[page].startsWith('/groups/*');
}

/** The group or project of an address; null for pages outside namespaces. */
export function namespaceOf(address: Address | null): NamespaceRef | null {
  if (!address || !('fullPath' in address)) return null;
  return { kind: isGroupPage(address.page) ? 'group' : 'project', fullPath: address.fullPath };
}

function decode(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '');
  } catch {
    return text ?? '';
  }
}
