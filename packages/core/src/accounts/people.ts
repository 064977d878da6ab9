/** How the account of a program is marked: by its type in GraphQL, by a field that people do not have in REST, and in the notation of the code. */
export interface MaybeProgram {
  type?: string | null | undefined;
  service_account?: boolean | undefined;
  isServiceAccount?: boolean | undefined;
}

/** Whether an account is the service account of a program. */
export function isServiceAccount(account: MaybeProgram): boolean {
  return account.type === 'SERVICE_ACCOUNT' || account.service_account === true || account.isServiceAccount === true;
}

/** A person as the server sends it. GraphQL and REST spell two of the names differently. */
export interface RawPerson extends MaybeProgram {
  id?: string | number;
  name: string;
  username: string;
  webPath?: string | null | undefined;
  web_path?: string | null | undefined;
  avatarUrl?: string | null | undefined;
  avatar_url?: string | null | undefined;
}

/** A person in the notation of the code. */
export interface PersonFacts {
  id: string;
  name: string;
  username: string;
  webPath: string | null;
  avatarUrl: string | null;
  isServiceAccount: boolean;
}

/** Converts a person from GraphQL or REST; if both spellings are present, that of GraphQL is used. */
export function readPerson(sent: RawPerson): PersonFacts {
  return {
    id: String(sent.id ?? ''),
    name: sent.name,
    username: sent.username,
    webPath: sent.webPath ?? sent.web_path ?? null,
    avatarUrl: sent.avatarUrl ?? sent.avatar_url ?? null,
    isServiceAccount: isServiceAccount(sent),
  };
}
