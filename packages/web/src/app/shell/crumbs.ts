import { explorerMessages } from '../../pages/explorer/messages.ts';
import type { MessageDescriptor } from 'react-intl';
import type { Address, Page } from '../../platform/navigation/addresses.ts';
import type { Place } from '../../modules/namespaces/summary.ts';
import { sectionOf, sectionWords } from './sections.ts';
import { shellWords } from './words.ts';

/** One step of the way to a page: what it says (a name, or words to translate) and where it leads. */
export interface Crumb {
  text: string | MessageDescriptor;
  to: Address;
}

const plainTitles: Readonly<Partial<Record<Page, MessageDescriptor>>> = {
  home: sectionWords.groups,
  newGroup: sectionWords.newGroup,
  newProject: sectionWords.newProject,
  profile: sectionWords.profile,
  todos: sectionWords.todos,
  abuseReports: shellWords.abuseReports,
  imports: sectionWords.imports,
  signIn: sectionWords.signIn,
  explorer: explorerMessages.title,
};

/** The way from the top to an address, the page itself last. */
export function crumbsOf(address: Address | null, place: Place | null): Crumb[] {
  if (!address) return [];
  // Nothing is said of the way to a place that one may not see.
  if (!place) return 'fullPath' in address ? [] : [plainCrumb(address)];
  const trail: Crumb[] = place.trail.map(({ name, fullPath }, index) => ({
    text: name,
    to: { page: place.kind === 'project' && index === place.trail.length - 1 ? 'project' : 'group', fullPath },
  }));
  const section = sectionOf(address);
  if (!section || section.page === place.kind) return [{ text: sectionWords.groups, to: { page: 'home' } }, ...trail];
  const crumbs: Crumb[] = [...trail, { text: section.title, to: { page: section.page, fullPath: place.fullPath } }];
  if (address.page === 'epic') crumbs.push({ text: `&${address.iid}`, to: address });
  if (address.page === 'issue') crumbs.push({ text: `#${address.iid}`, to: address });
  if (address.page === 'groupMilestone' || address.page === 'projectMilestone')
    crumbs.push({ text: `%${address.iid}`, to: address });
  if (address.page === 'newEpic') crumbs.push({ text: sectionWords.newEpic, to: address });
  if (address.page === 'newIssue') crumbs.push({ text: sectionWords.newIssue, to: address });
  return crumbs;
}

function plainCrumb(address: Address): Crumb {
  if (address.page === 'person') return { text: `@${address.username}`, to: address };
  return { text: plainTitles[address.page] ?? sectionWords.groups, to: address };
}
