import type { SeatControl } from '@milepost/core/accounts/seats';
import { queryOptions } from '@tanstack/react-query';
import { sendJson } from '../../platform/api/http.ts';
import { restPages, restPath, restQuery, type RestParameters } from '../../platform/api/rest.ts';
import type { RestUser } from '../users/api.ts';

/** A person who takes a seat in a top-level group. */
export interface BillableMember extends RestUser {
  access_level: number;
  last_activity_on: string | null;
  membership_type: 'group_member' | 'project_member' | 'group_invite' | 'project_invite';
  /** False for somebody who is there only through a shared group. */
  removable: boolean;
}

/** A membership of that person: direct, or through a shared group. */
export interface SeatMembership {
  /** Null for a shared group that the viewer cannot see. */
  source_full_name: string | null;
  source_members_url: string | null;
  expires_at: string | null;
  access_level: { string_value: string; integer_value: number };
  shared_in: { full_name: string; full_path: string };
}

export interface Subscription {
  /** Without a stored plan `code` is null: every feature is included. */
  plan: { code: string | null; name: string | null; trial: boolean };
  usage: {
    /** Null: any number. */
    seats_in_subscription: number | null;
    seats_in_use: number;
    max_seats_used: number;
    seats_owed: number;
    seat_control: SeatControl;
  };
  billing: {
    subscription_start_date: string | null;
    subscription_end_date: string | null;
    trial_ends_on: string | null;
  };
}

export const seatSorts = [
  'name_asc',
  'name_desc',
  'access_level_desc',
  'access_level_asc',
  'last_joined',
  'last_activity_on_desc',
  'last_activity_on_asc',
] as const;
export type SeatSort = (typeof seatSorts)[number];

const PAGE_SIZE = 20;

const groupPath = (fullPath: string, end: string): string => `/groups/${encodeURIComponent(fullPath)}${end}`;
const subscriptionPath = (fullPath: string): string =>
  `/namespaces/${encodeURIComponent(fullPath)}/gitlab_subscription`;

/** The key of everything about the seats of a group. */
export const seatsKey = (fullPath: string) => ['seats', fullPath] as const;

/** The people who take a seat in a group and everything below it, page by page. */
export function billableMembersPages(fullPath: string, search: string, sort: SeatSort) {
  return restPages<BillableMember>(
    [...seatsKey(fullPath), 'people', search, sort],
    groupPath(fullPath, '/billable_members'),
    { search, sort, per_page: PAGE_SIZE },
  );
}

/** Where the same list is as CSV. */
export const seatsCsvAddress = (fullPath: string, search: string, sort: SeatSort): string =>
  restPath(groupPath(fullPath, '/billable_members.csv'), { search, sort });

/** The memberships of a person in the tree: direct ones, or those through shared groups. */
export function seatMembershipsPages(fullPath: string, userId: number, kind: 'memberships' | 'indirect') {
  return restPages<SeatMembership>(
    [...seatsKey(fullPath), 'memberships', userId, kind],
    groupPath(fullPath, `/billable_members/${userId}/${kind}`),
    { per_page: PAGE_SIZE },
  );
}

/** Removes a person from the group and everything below it. */
export function removeBillableMember(fullPath: string, userId: number): Promise<void> {
  return sendJson(restPath(groupPath(fullPath, `/billable_members/${userId}`)), { method: 'DELETE' });
}

/** The plan of a group, with its seats. */
export const subscriptionQuery = (fullPath: string) =>
  restQuery<Subscription>([...seatsKey(fullPath), 'subscription'], subscriptionPath(fullPath));

/** Whether people are refused when no seat is left. */
export function changeSeatControl(fullPath: string, control: SeatControl): Promise<Subscription> {
  return sendJson(restPath(`${subscriptionPath(fullPath)}/seat_control`), {
    method: 'PUT',
    body: { seat_control: control },
  });
}

export interface EnterpriseUser extends RestUser {
  email: string;
  two_factor_enabled: boolean;
}

/** The accounts in mail domains that the group has verified. */
export function enterpriseUsersPages(fullPath: string, parameters: RestParameters = {}) {
  return restPages<EnterpriseUser>(
    [...seatsKey(fullPath), 'enterprise', parameters],
    groupPath(fullPath, '/enterprise_users'),
    { ...parameters, per_page: PAGE_SIZE },
  );
}

export interface MailDomain {
  domain: string;
  verified: boolean;
  /** What the TXT record must contain. */
  txt_record: string;
}

const domainPath = (fullPath: string, domain: string, end = ''): string =>
  restPath(groupPath(fullPath, `/mail_domains/${encodeURIComponent(domain)}${end}`));

export const mailDomainsQuery = (fullPath: string) =>
  restQuery<MailDomain[]>([...seatsKey(fullPath), 'domains'], groupPath(fullPath, '/mail_domains'));

export function addMailDomain(fullPath: string, domain: string): Promise<MailDomain> {
  return sendJson(restPath(groupPath(fullPath, '/mail_domains')), { method: 'POST', body: { domain } });
}

export function verifyMailDomain(fullPath: string, domain: string): Promise<MailDomain> {
  return sendJson(domainPath(fullPath, domain, '/verify'), { method: 'PUT' });
}

export function removeMailDomain(fullPath: string, domain: string): Promise<void> {
  return sendJson(domainPath(fullPath, domain), { method: 'DELETE' });
}

/** A name and its code. */
type NameAndCode = readonly [name: string, code: string];

/** The countries, by name. */
export const countriesQuery = queryOptions({
  ...restQuery<NameAndCode[]>(['countries'], '/-/countries'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The parts of a country; empty for one without. */
export const countryStatesQuery = (country: string) =>
  queryOptions({
    ...restQuery<NameAndCode[]>(['countryStates', country], '/-/country_states', { country }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: country !== '',
  });

/** `status`: of the open form at the provider; null for none. */
export interface PaymentCheck {
  success: boolean;
  status?: string | null;
}

export type PaymentForm =
  | { payment_required: false; message: string }
  | { payment_required: true; publishable_key: string; client_secret: string };

/** The payment form of a group. Opening it again continues with the same one until it is completed. */
export const paymentFormQuery = (fullPath: string) =>
  queryOptions({
    ...restQuery<PaymentForm>(['paymentForm', fullPath], '/-/subscriptions/payment_form', { id: fullPath }),
    staleTime: Number.POSITIVE_INFINITY,
    // Another form needs another intent.
    gcTime: 0,
  });

/** Asks the server whether the provider has verified the payment method. */
export function validatePaymentMethod(fullPath: string, userId: number): Promise<PaymentCheck> {
  return sendJson(restPath('/-/subscriptions/validate_payment_method'), {
    method: 'POST',
    body: { id: fullPath, gitlab_user_id: userId },
  });
}

/** Creates a top-level group, to subscribe it. Throws ValidationError with the problems by field. */
export function createSubscriptionGroup(name: string, path: string): Promise<{ id: number; full_path: string }> {
  return sendJson(restPath('/-/subscriptions/groups'), { method: 'POST', body: { name, path } });
}
