import { explorerMessages } from '../../pages/explorer/messages.ts';
import type { MessageDescriptor } from 'react-intl';
import type { Address } from '../../platform/navigation/addresses.ts';
import type { Page } from '../../platform/navigation/routes.ts';
import type { NamespaceSummary } from '../../modules/namespaces/summary.ts';
import { sectionOf, sectionMessages, settingsTitles } from '../navigation/sections.ts';
import { shellMessages } from '../navigation/messages.ts';

/** One breadcrumb: its label (a name or a message) and its address. */
export interface Crumb {
  text: string | MessageDescriptor;
  to: Address;
}

const plainTitles: Readonly<Partial<Record<Page, MessageDescriptor>>> = {
  home: sectionMessages.groups,
  newGroup: sectionMessages.newGroup,
  newProject: sectionMessages.newProject,
  profile: sectionMessages.profile,
  twoFactor: sectionMessages.profile,
  todos: sectionMessages.todos,
  search: shellMessages.search,
  ask: shellMessages.ask,
  yourWork: sectionMessages.yourWork,
  abuseReports: shellMessages.abuseReports,
  imports: sectionMessages.imports,
  deleted: sectionMessages.deleted,
  signIn: sectionMessages.signIn,
  explorer: explorerMessages.title,
};

/** The breadcrumbs of an address, from the top-level group to the page itself. */
export function crumbsOf(address: Address | null, namespace: NamespaceSummary | null): Crumb[] {
  if (!address) return [];
  // No breadcrumbs for a namespace that the viewer may not see.
  if (!namespace) return 'fullPath' in address ? [] : [plainCrumb(address)];
  const trail: Crumb[] = namespace.trail.map(({ name, fullPath }, index) => ({
    text: name,
    to: { page: namespace.kind === 'project' && index === namespace.trail.length - 1 ? 'project' : 'group', fullPath },
  }));
  const section = sectionOf(address, namespace.permissions);
  if (!section || section.page === namespace.kind)
    return [{ text: sectionMessages.groups, to: { page: 'home' } }, ...trail];
  const crumbs: Crumb[] = [...trail, { text: section.title, to: { page: section.page, fullPath: namespace.fullPath } }];
  if (address.page === 'epic') crumbs.push({ text: `&${address.iid}`, to: address });
  if (address.page === 'issue') crumbs.push({ text: `#${address.iid}`, to: address });
  if (address.page === 'groupMilestone' || address.page === 'projectMilestone')
    crumbs.push({ text: `%${address.iid}`, to: address });
  const settingsTitle = section.title === sectionMessages.settings ? settingsTitles[address.page] : undefined;
  if (settingsTitle) crumbs.push({ text: settingsTitle, to: address });
  if (address.page === 'newEpic') crumbs.push({ text: sectionMessages.newEpic, to: address });
  if (address.page === 'newIssue' || address.page === 'newGroupIssue')
    crumbs.push({ text: sectionMessages.newIssue, to: address });
  return crumbs;
}

function plainCrumb(address: Address): Crumb {
  if (address.page === 'person') return { text: `@${address.username}`, to: address };
  if (address.page.startsWith('admin')) return { text: shellMessages.administration, to: address };
  return { text: plainTitles[address.page] ?? sectionMessages.groups, to: address };
}
