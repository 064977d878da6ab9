import { findReferences, fullReference, placesOf, type FoundReference, type ReferenceBase } from './references.ts';

/** Fenced code, and code within a line; indented code is text like any other. */
const CODE =
  /^(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\k<fence>[^\n]*$|(?![\s\S]))|(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)/gm;

/** Numbers belong to a place; labels, milestones and people are called by name, and that name may exist anywhere. */
const numbered = new Set<FoundReference['kind']>(['issue', 'epic', 'mergeRequest']);

/**
 * A Markdown text that leaves the place where it was written: references that were read from there (`#12`, `project#12`) name
 * their whole path, so that they still point at the same things; so do the files that are attached there. Code stays as it is.
 */
export function withFullReferences(text: string, home: ReferenceBase): string {
  return outsideCode(text, (part) => rewritten(part, home));
}

/** A Markdown text whose parts between pieces of code are rewritten; the code stays as it is. */
export function outsideCode(text: string, rewrite: (part: string) => string): string {
  let changed = '';
  let end = 0;
  for (const code of text.matchAll(CODE)) {
    changed += rewrite(text.slice(end, code.index)) + code[0];
    end = code.index + code[0].length;
  }
  return changed + rewrite(text.slice(end));
}

/** What is attached where a text stands. */
const FILE = /(?<![\w/.-])\/uploads\/(?=[0-9a-f]{32}\/)/g;

function rewritten(text: string, home: ReferenceBase): string {
  let moved = '';
  let end = 0;
  for (const reference of findReferences(text)) {
    moved += text.slice(end, reference.start) + full(text, reference, home);
    end = reference.end;
  }
  const files = home.kind === 'group' ? `/groups/${home.path}/-/uploads/` : `/${home.path}/uploads/`;
  return (moved + text.slice(end)).replaceAll(FILE, () => files);
}

function full(text: string, reference: FoundReference, home: ReferenceBase): string {
  const written = text.slice(reference.start, reference.end);
  const [path] = placesOf(reference, home);
  if (!numbered.has(reference.kind) || reference.path?.includes('/') || path === undefined) return written;
  // The sign and what follows it, the wish for a title among it.
  return fullReference({ ...reference, path }) + (/\+s?$/.exec(written)?.[0] ?? '');
}
