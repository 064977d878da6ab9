import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { sendJson } from '../../platform/api/http.ts';
import { pageAt, restPath, type RestParameters } from '../../platform/api/rest.ts';

export interface Overview {
  users: number;
  groups: number;
  projects: number;
  items: number;
  health: { name: 'database' | 'mail' | 'storage' | 'jobs'; good: boolean; off: boolean; detail: string }[];
  /** Why and since when mail, webhooks and audit streams wait; null when they are sent. */
  paused: { reason: string; since: string } | null;
  waiting: { users: number; reports: number; failed_jobs: number };
}

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => sendJson<Overview>('/-/admin/overview.json', { signal }),
});

export function resumeSending(): Promise<void> {
  return sendJson('/-/admin/outgoing/resume', { method: 'POST' });
}

export type AccountState = 'active' | 'blocked' | 'banned' | 'blocked_pending_approval' | 'ldap_blocked';

export interface Account {
  id: number;
  name: string;
  username: string;
  email: string;
  state: AccountState;
  is_admin: boolean;
  two_factor_enabled: boolean;
  service_account: boolean;
  avatar_url: string | null;
  created_at: string;
  last_sign_in_at: string | null;
}

function pages<Item>(name: string, parameters: RestParameters) {
  return infiniteQueryOptions({
    queryKey: ['admin', name, parameters],
    queryFn: ({ signal, pageParam }) => pageAt<Item>(`/-/admin/${name}.json`, parameters, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => last.nextPage ?? undefined,
  });
}

export const accountsPages = (search: string, state: string) => pages<Account>('users', { search, state });

export interface NewAccount {
  name: string;
  username: string;
  email: string;
  password: 'link' | 'generated';
}

/** Creates an account; the password is shown once, null where a link was mailed. */
export function createAccount(input: NewAccount): Promise<{ password: string | null }> {
  return sendJson('/-/admin/users', { method: 'POST', body: input });
}

export type AccountFields = { name: string; username: string; email: string; admin: boolean };

export function saveAccount(id: number, fields: Partial<AccountFields>): Promise<void> {
  return sendJson(restPath(`/users/${id}`), { method: 'PUT', body: fields });
}

export type AccountVerb = 'block' | 'unblock' | 'ban' | 'unban' | 'approve' | 'reject';

export function changeState(id: number, verb: AccountVerb): Promise<void> {
  return sendJson(restPath(`/users/${id}/${verb}`), { method: 'POST' });
}

/** Removes the second factor of an account. */
export function resetFactors(id: number): Promise<void> {
  return sendJson(restPath(`/users/${id}/disable_two_factor`), { method: 'PATCH' });
}

export function sendPasswordLink(id: number): Promise<void> {
  return sendJson(`/-/admin/users/${id}/password_link`, { method: 'POST' });
}

export interface DeletionFacts {
  epics: number;
  issues: number;
  comments: number;
  only_owned: { id: number; full_path: string; name: string }[];
}

export const deletionQuery = (id: number) =>
  queryOptions({
    // Not of the lists of `admin`, which load again when the account is gone.
    queryKey: ['admin-deletion', id],
    staleTime: 0,
    queryFn: ({ signal }) => sendJson<DeletionFacts>(`/-/admin/users/${id}/deletion.json`, { signal }),
  });

export interface Deletion {
  username: string;
  contributions: 'keep' | 'delete';
  new_owners: Record<string, string>;
}

export function deleteAccount(id: number, deletion: Deletion): Promise<void> {
  return sendJson(`/-/admin/users/${id}/delete`, { method: 'POST', body: deletion });
}

export interface AdministeredNamespace {
  id: number;
  full_path: string;
  name: string;
  visibility: string;
  owner: string | null;
  members: number;
  items: number;
  last_activity_at: string;
  state: 'active' | 'archived' | 'deleted';
}

export const namespacesPages = (kind: 'group' | 'project', search: string) =>
  pages<AdministeredNamespace>(`${kind}s`, { search });

export type JobState = 'failed' | 'waiting' | 'running' | 'finished';

export interface Jobs {
  counts: Record<JobState, number>;
  jobs: {
    id: number;
    task: string;
    created_at: string;
    at: string;
    attempts: number;
    last_error: string | null;
  }[];
}

export const jobsQuery = (state: JobState) =>
  queryOptions({
    queryKey: ['admin', 'jobs', state],
    queryFn: ({ signal }) => sendJson<Jobs>(`/-/admin/jobs.json?state=${state}&per_page=100`, { signal }),
  });

/** Runs a failed job once more, or all of them. */
export function retryJobs(id: number | null): Promise<{ retried: number }> {
  return sendJson(id === null ? '/-/admin/jobs/retry' : `/-/admin/jobs/${id}/retry`, { method: 'POST' });
}

export interface IncomingMail {
  /** The address with the place of the key; null: no mail is received. */
  address: string | null;
  source: 'imap' | 'smtp' | null;
  /** Since when the mailbox cannot be read; null: it can. */
  failing_since: string | null;
  failure: string | null;
  total: number;
  mails: { received_at: string; sender: string; outcome: 'refused' | 'ignored'; reason: string }[];
}

export const incomingMailQuery = queryOptions({
  queryKey: ['admin', 'incoming-mail'],
  queryFn: ({ signal }) => sendJson<IncomingMail>('/-/admin/incoming_mail.json?per_page=100', { signal }),
});

export interface Backup {
  id: number;
  scheduled: boolean;
  state: 'running' | 'succeeded' | 'failed';
  folder: string;
  name: string;
  started_at: string;
  finished_at: string | null;
  bytes: number | null;
  /** Why it failed, or why an older archive could not be removed. */
  error: string | null;
  removed: boolean;
}

export interface Backups {
  /** Five cron fields in UTC; null: no scheduled backups. */
  schedule: string | null;
  keep: number;
  folder: string;
  encrypted: boolean;
  running: boolean;
  overdue: boolean;
  newest_good_at: string | null;
  backups: Backup[];
}

const PROGRESS_INTERVAL_MS = 2_000;

export const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: ({ signal }) => sendJson<Backups>('/-/admin/backups.json?per_page=100', { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? PROGRESS_INTERVAL_MS : false),
});

export function startBackup(): Promise<void> {
  return sendJson('/-/admin/backups', { method: 'POST' });
}

export type SettingSection = 'sign_up' | 'sessions' | 'mail' | 'limits' | 'rate_limits' | 'name';

export interface InstanceSetting {
  name: string;
  description: string;
  default: string;
  value: string | null;
  /** A secret is stored. */
  set: boolean;
  secret: boolean;
  /** The environment sets it. */
  fixed: boolean;
}

export const instanceSettingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => sendJson<Record<SettingSection, InstanceSetting[]>>('/-/admin/settings.json', { signal }),
});

export function saveInstanceSettings(section: SettingSection, values: Record<string, string>): Promise<void> {
  return sendJson('/-/admin/settings', { method: 'PUT', body: { section, values } });
}

export function sendTestMessage(): Promise<{ sent: boolean; answer: string }> {
  return sendJson('/-/admin/test_message', { method: 'POST' });
}

export function saveLogo(file: File): Promise<void> {
  const form = new FormData();
  form.append('logo', file, file.name);
  return sendJson('/-/admin/logo', { method: 'PUT', body: form });
}

export function removeLogo(): Promise<void> {
  return sendJson('/-/admin/logo', { method: 'DELETE' });
}
