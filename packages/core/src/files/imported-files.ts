import { outsideCode } from '../text/moved-references.ts';

/** A file as texts of an export call it. */
export interface NamedFile {
  secret: string;
  /** As the export has it. */
  name: string;
}

/**
 * How a text calls a file, with whatever stands before `/uploads/`: nothing, the way to a project, or an address of the server
 * that it comes from. Bounded, so that a hostile text costs no more than its length.
 */
const FILE =
  /(?<![\w/.-])(?:https?:\/\/[\w.:-]{1,255})?(?:\/[\w.-]{1,255}){0,24}\/uploads\/([0-9a-f]{32})\/([^\s/()<>[\]"'`?#\\]{1,1000})/gi;

export interface CalledFile extends NamedFile {
  /** It is called by the address of a server: that of the export, or any other. */
  hasHost: boolean;
}

/** The files that a Markdown text calls, each once; code is passed over. */
export function filesCalledIn(text: string): CalledFile[] {
  const files = new Map<string, CalledFile>();
  onEach(text, (file, written) => {
    files.set(keyOfFile(file), { ...file, hasHost: /^http/i.test(written) });
    return written;
  });
  return [...files.values()];
}

/** The text with its files by their new addresses (by `keyOfFile`); one that has none stays as it is. */
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
