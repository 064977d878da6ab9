import {
  findReferences,
  fullReference,
  candidatePathsOf,
  type FoundReference,
  type ReferenceBase,
} from './references.ts';

/** Fenced and inline code; indented code is treated as text. */
const CODE =
  /^(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\k<fence>[^\n]*$|(?![\s\S]))|(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)/gm;

/** Numbers depend on the namespace; labels, milestones and users are referenced by names that may exist anywhere. */
const numbered = new Set<FoundReference['kind']>(['issue', 'epic', 'mergeRequest']);

/**
 * Rewrites a Markdown text for another namespace: relative references (`#12`, `project#12`) get their full path, so that they
 * still point at the same objects; so do the attached files. Code stays unchanged.
 */
export function withFullReferences(text: string, home: ReferenceBase): string {
  return outsideCode(text, (part) => rewritten(part, home));
}

/** Rewrites a Markdown text between pieces of code; the code stays unchanged. */
export function outsideCode(text: string, rewrite: (part: string) => string): string {
  let changed = '';
  let end = 0;
  for (const code of text.matchAll(CODE)) {
    changed += rewrite(text.slice(end, code.index)) + code[0];
    end = code.index + code[0].length;
  }
  return changed + rewrite(text.slice(end));
}

/** The files attached in the namespace of a text. */
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
  const [path] = candidatePathsOf(reference, home);
  if (!numbered.has(reference.kind) || reference.path?.includes('/') || path === undefined) return written;
  // The sign and what follows it, including the `+` that requests a title.
  return fullReference({ ...reference, path }) + (/\+s?$/.exec(written)?.[0] ?? '');
}
