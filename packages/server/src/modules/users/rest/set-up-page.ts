import type { Services } from '../../../platform/context.ts';
import type { PublicBootstrap } from '../../../platform/rooms/module.ts';
import { bootstrapOfLink } from './links.ts';
import { isEmptySite, isOpenSetUp, needsSetUp } from '../commands/set-up.ts';

const SET_UP = '/-/set-up';

/** The pages of mailed links, the set-up page, and the way to it from every page of a site where nobody can sign in yet. */
export async function publicBootstrap(services: Services, url: string): Promise<PublicBootstrap | null> {
  const { db } = services;
  const [path = ''] = url.split(/[?#]/, 1);
  if (path !== SET_UP && !path.startsWith(`${SET_UP}/`)) {
    // While sign-up is off its address is not found.
    if (path === '/users/sign_up' && !services.instance.signUp.isOpen) return { isFound: false, parts: {} };
    return (await isEmptySite(db)) ? { isFound: true, redirectTo: SET_UP, parts: {} } : bootstrapOfLink(services, path);
  }
  const token = path.slice(SET_UP.length + 1).replace(/\/$/, '');
  const isFound = await isOpenSetUp(db, token);
  // Without the printed link the page only says where to find it.
  return { isFound, parts: { needsSetUp: isFound || (await needsSetUp(db)), isSetUpLink: isFound } };
}
