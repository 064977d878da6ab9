import type { Entry } from 'ldapts';
import type { LdapConfig } from '../../../../platform/config/identity.ts';

/** A person in the directory. */
export interface DirectoryEntry {
  dn: string;
  /** Stays the same when the entry is renamed, if the directory has such an attribute; otherwise the name. */
  subject: string;
  username: string | null;
  name: string | null;
  email: string | null;
  /** Whether the directory marks it as disabled. */
  isDisabled: boolean;
}

/** A group in the directory. */
export interface DirectoryGroup {
  dn: string;
  cn: string;
  /** Normalized names of entries. */
  memberDns: string[];
  /** Usernames, of POSIX groups. */
  memberNames: string[];
}

/** The kinds of groups of the usual directories. */
export const GROUP_FILTER =
  '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=groupOfMembers)(objectClass=group)(objectClass=posixGroup))';

/** Attributes that identify an entry for ever, by directory. */
const ID_ATTRIBUTES = ['entryUUID', 'objectGUID', 'nsUniqueId', 'ipaUniqueID', 'GUID'];
const STATE_ATTRIBUTES = ['userAccountControl', 'nsAccountLock', 'loginDisabled', 'pwdAccountLockedTime'];

export function attributesOf({ usernameAttribute }: LdapConfig): string[] {
  return [usernameAttribute, 'cn', 'displayName', 'mail', ...ID_ATTRIBUTES, ...STATE_ATTRIBUTES];
}

export function entryOf({ usernameAttribute }: LdapConfig, entry: Entry): DirectoryEntry {
  const id = ID_ATTRIBUTES.map((name) => first(entry, name)).find((value) => value !== null);
  return {
    dn: entry.dn,
    subject: id ?? normalDn(entry.dn),
    username: first(entry, usernameAttribute),
    name: first(entry, 'displayName') ?? first(entry, 'cn'),
    email: first(entry, 'mail'),
    isDisabled: isDisabled(entry),
  };
}

export function groupOf(entry: Entry): DirectoryGroup {
  return {
    dn: entry.dn,
    cn: first(entry, 'cn') ?? entry.dn,
    memberDns: [...all(entry, 'member'), ...all(entry, 'uniqueMember')].map(normalDn),
    memberNames: all(entry, 'memberUid'),
  };
}

/** A name of an entry as it is compared: without case and optional spaces. */
export function normalDn(dn: string): string {
  return dn.toLowerCase().replaceAll(/\s*([,=+])\s*/g, '$1');
}

/** The bit of Active Directory for disabled accounts. */
const ACCOUNT_DISABLED = 2;

function isDisabled(entry: Entry): boolean {
  const control = Number(first(entry, 'userAccountControl') ?? 0);
  return (
    (control & ACCOUNT_DISABLED) !== 0 ||
    first(entry, 'nsAccountLock')?.toLowerCase() === 'true' ||
    first(entry, 'loginDisabled')?.toLowerCase() === 'true' ||
    // Locked for good, not for a time after wrong passwords.
    first(entry, 'pwdAccountLockedTime') === '000001010000Z'
  );
}

function first(entry: Entry, name: string): string | null {
  return all(entry, name)[0] ?? null;
}

/** The values of an attribute; names of attributes have no case. */
function all(entry: Entry, name: string): string[] {
  const key = Object.keys(entry).find((each) => each.toLowerCase() === name.toLowerCase());
  const value = key === undefined ? [] : entry[key];
  const values = Array.isArray(value) ? value : [value];
  return values
    .map((each) => (Buffer.isBuffer(each) ? each.toString('hex') : (each?.toString().trim() ?? '')))
    .filter((each) => each !== '');
}

/** How deep groups within groups are followed. */
const MAX_DEPTH = 10;

/** The people of a group, with those of the groups in it; each group is visited once, so that a circle ends. */
export function peopleOf(
  group: DirectoryGroup,
  groupsByDn: ReadonlyMap<string, DirectoryGroup>,
): { dns: Set<string>; names: Set<string> } {
  const dns = new Set<string>();
  const names = new Set<string>();
  const visited = new Set<DirectoryGroup>();
  let level = [group];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const below: DirectoryGroup[] = [];
    for (const each of level) {
      if (visited.has(each)) continue;
      visited.add(each);
      for (const name of each.memberNames) names.add(name);
      for (const dn of each.memberDns) {
        const nested = groupsByDn.get(dn);
        if (nested) below.push(nested);
        else dns.add(dn);
      }
    }
    level = below;
  }
  return { dns, names };
}
