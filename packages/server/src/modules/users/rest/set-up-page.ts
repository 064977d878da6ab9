import type { Services } from '../../../platform/context.ts';
import type { PublicBootstrap } from '../../../platform/rooms/module.ts';
import { bootstrapOfLink } from './links.ts';
import { isEmptySite, isOpenSetUp, needsSetUp } from '../commands/set-up.ts';

const SET_UP = '/-/set-up';

/** Bootstrap data of pages without sign-in: mailed links, sign-up, and set-up, to which all pages lead while there is no account. */
export async function publicBootstrap(services: Services, url: string): Promise<PublicBootstrap | null> {
  const { db } = services;
  const [path = ''] = url.split(/[?#]/, 1);
  if (path !== SET_UP && !path.startsWith(`${SET_UP}/`)) {
    // While sign-up is off, its page is answered with 404.
    if (path === '/users/sign_up' && !services.instance.signUp.isOpen) return { isFound: false, parts: {} };
    return (await isEmptySite(db)) ? { isFound: true, redirectTo: SET_UP, parts: {} } : bootstrapOfLink(services, path);
  }
  const token = path.slice(SET_UP.length + 1).replace(/\/$/, '');
  const isFound = await isOpenSetUp(db, token);
  // Without the link that the server printed, the page only explains where to find it.
  return { isFound, parts: { needsSetUp: isFound || (await needsSetUp(db)), isSetUpLink: isFound } };
}
