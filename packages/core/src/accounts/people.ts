/** A person as the server sends it. GraphQL and REST spell two of the names differently. */
export interface RawPerson {
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
}

/** Converts a person from GraphQL or REST; if both spellings are present, that of GraphQL is used. */
export function readPerson(sent: RawPerson): PersonFacts {
  return {
    id: String(sent.id ?? ''),
    name: sent.name,
    username: sent.username,
    webPath: sent.webPath ?? sent.web_path ?? null,
    avatarUrl: sent.avatarUrl ?? sent.avatar_url ?? null,
  };
}
