import { sendJson } from '../../platform/api/http.ts';
import { restPages, restPath } from '../../platform/api/rest.ts';

/** The account of a program. */
export interface ServiceAccount {
  id: number;
  name: string;
  username: string;
  /** An address of NO_MAIL if it has none. */
  email: string;
}

export interface ServiceAccountFields {
  name: string;
  username: string;
  email: string;
}

/** The domain of addresses that receive no mail. */
const NO_MAIL = '@noreply.invalid';

/** The address that a person gave it; empty if there is none. */
export const emailOf = ({ email }: ServiceAccount): string => (email.endsWith(NO_MAIL) ? '' : email);

/** Where the API has the service accounts of a top-level group, or of the installation (null). */
export const accountsPath = (group: string | null): string =>
  group === null ? '/service_accounts' : `/groups/${encodeURIComponent(group)}/service_accounts`;

/** Where it has the tokens of one of them. */
export const accountTokensPath = (path: string, id: number): string => `${path}/${id}/personal_access_tokens`;

export const accountsKey = (path: string) => ['service-accounts', path] as const;

export function accountsPages(path: string) {
  return restPages<ServiceAccount>([...accountsKey(path)], path, { per_page: 50 });
}

/** Creates one; what is blank is generated. */
export function createAccount(path: string, fields: Partial<ServiceAccountFields>): Promise<ServiceAccount> {
  return sendJson(restPath(path), { method: 'POST', body: fields });
}

export function changeAccount(path: string, id: number, fields: ServiceAccountFields): Promise<ServiceAccount> {
  return sendJson(restPath(`${path}/${id}`), { method: 'PATCH', body: fields });
}

export function deleteAccount(path: string, id: number): Promise<void> {
  return sendJson(restPath(`${path}/${id}`), { method: 'DELETE' });
}
