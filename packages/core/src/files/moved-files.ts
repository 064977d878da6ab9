import { outsideCode } from '../text/moved-references.ts';

/** The group or project that the text is moved from. */
export interface FilesHome {
  id: number;
  /** The full path. */
  path: string;
  kind: 'group' | 'project';
  /** The server's address, such as `https://example.com`. */
  origin: string;
}

/** The secrets of the files that a Markdown text attaches in its current namespace, in any form of URL; code is skipped. */
export function filesNamedIn(text: string, home: FilesHome): string[] {
  const secrets = new Set<string>();
  onEachFile(text, home, (secret, written) => {
    secrets.add(secret);
    return written;
  });
  return [...secrets];
}

/** Replaces the secrets of files by those of their copies in the target namespace; a file without a copy stays unchanged. */
export function withMovedFiles(text: string, home: FilesHome, secrets: ReadonlyMap<string, string>): string {
  return onEachFile(text, home, (secret, written) => {
    const moved = secrets.get(secret);
    return moved === undefined ? written : `/uploads/${moved}/`;
  });
}

function onEachFile(text: string, home: FilesHome, rewrite: (secret: string, written: string) => string): string {
  const pattern = addressesAt(home);
  return outsideCode(text, (part) =>
    part.replaceAll(pattern, (written: string, secret: string) => rewrite(secret, written)),
  );
}

/** `/uploads/`, relative to the namespace; or the namespace by path or id, with or without the server's name before it. */
function addressesAt({ id, path, kind, origin }: FilesHome): RegExp {
  const byPath = kind === 'group' ? `/groups/${escaped(path)}/-` : `/${escaped(path)}(?:/-)?`;
  const bases = [byPath, `/-/${kind}/${id}`];
  const before = `(?<![\\w/.-])(?:(?:${escaped(origin)})?(?:${bases.join('|')}))?`;
  return new RegExp(`${before}/uploads/([0-9a-f]{32})/`, 'gi');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
