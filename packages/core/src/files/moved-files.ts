import { outsideCode } from '../text/moved-references.ts';

/** The group or project that a text leaves. */
export interface FilesHome {
  id: number;
  /** The full path. */
  path: string;
  kind: 'group' | 'project';
  /** Where the server answers, as in `https://example.com`. */
  origin: string;
}

/** The secrets of the files in a Markdown text that are attached at its home, however they are addressed there; code is passed over. */
export function filesNamedIn(text: string, home: FilesHome): string[] {
  const secrets = new Set<string>();
  onEachFile(text, home, (secret, written) => {
    secrets.add(secret);
    return written;
  });
  return [...secrets];
}

/** The text with the files of its home as those of where it goes, by their new secrets; one that has none stays as it is. */
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

/** `/uploads/`, which means the home; and the home by its path or its number, here or with the server's name before it. */
function addressesAt({ id, path, kind, origin }: FilesHome): RegExp {
  const byPath = kind === 'group' ? `/groups/${escaped(path)}/-` : `/${escaped(path)}(?:/-)?`;
  const places = [byPath, `/-/${kind}/${id}`];
  const before = `(?<![\\w/.-])(?:(?:${escaped(origin)})?(?:${places.join('|')}))?`;
  return new RegExp(`${before}/uploads/([0-9a-f]{32})/`, 'gi');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
