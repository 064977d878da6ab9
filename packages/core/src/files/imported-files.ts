import { outsideCode } from '../text/moved-references.ts';

/** A file in the texts of an export. */
export interface NamedFile {
  secret: string;
  /** The file name in the export. */
  name: string;
}

/**
 * A reference to a file, with any prefix before `/uploads/`: none, the path of a project, or the URL of the source server. Its
 * quantifiers are bounded, so that matching takes linear time.
 */
const FILE =
  /(?<![\w/.-])(?:https?:\/\/[\w.:-]{1,255})?(?:\/[\w.-]{1,255}){0,24}\/uploads\/([0-9a-f]{32})\/([^\s/()<>[\]"'`?#\\]{1,1000})/gi;

export interface ReferencedFile extends NamedFile {
  /** Whether the reference is an absolute URL, of the source server or another. */
  hasHost: boolean;
}

/** The files that a Markdown text refers to, without repetitions; code is skipped. */
export function referencedFilesIn(text: string): ReferencedFile[] {
  const files = new Map<string, ReferencedFile>();
  onEach(text, (file, written) => {
    files.set(keyOfFile(file), { ...file, hasHost: /^http/i.test(written) });
    return written;
  });
  return [...files.values()];
}

/** Replaces the references to files by their new URLs (by `keyOfFile`); a file without one stays unchanged. */
export function withImportedFiles(text: string, addresses: ReadonlyMap<string, string>): string {
  return onEach(text, (file, written) => addresses.get(keyOfFile(file)) ?? written);
}

export function keyOfFile({ secret, name }: NamedFile): string {
  return `${secret}/${name}`;
}

function onEach(text: string, rewrite: (file: NamedFile, written: string) => string): string {
  return outsideCode(text, (part) =>
    part.replaceAll(FILE, (written: string, secret: string, name: string) =>
      rewrite({ secret: secret.toLowerCase(), name: decoded(name) }, written),
    ),
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
