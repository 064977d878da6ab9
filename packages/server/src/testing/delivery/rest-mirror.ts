import { saveRemote } from '../../modules/repositories/store/remotes.ts';
import { maintainer, type DeliveryCall } from './calls.ts';
import type { Site } from './site.ts';

const path = '/projects/{id}/mirror/pull';
const url = 'https://forge.example/app.git';
/** Visitors get 401 from every call. */
const rule = { ...maintainer, isSignedIn: true };

/** Switched off: other calls change the repository. */
async function withRemote({ db, project }: Site) {
  const fields = { url, sealedCredentials: null, isEnabled: false, overwritesDiverged: false, setById: null };
  await saveRemote(db, project.id, fields);
  return {};
}

/** Calls about the remote that a project follows. */
export const mirrorCalls: readonly DeliveryCall[] = [
  { ...rule, call: `GET ${path}`, given: withRemote },
  { ...rule, call: `PUT ${path}`, given: () => ({ input: { url, enabled: false } }) },
  { ...rule, call: `POST ${path}`, given: withRemote, allowedStatus: 422 },
  { ...rule, call: `DELETE ${path}`, given: withRemote },
];
