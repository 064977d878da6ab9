/**
 * The syntax of references: `#12` an issue, `&5` an epic, `!7` a merge request, `~bug` or `~"two words"` a label, `%1.0` a
 * milestone, `@ada` a user, `@group/sub` a group. A path before the sign names the namespace: `group/project#12`. A `+` after a
 * number requests the title, `+s` a summary. This only finds candidates; resolving them is a separate step.
 */
export type ReferenceKind = 'issue' | 'epic' | 'mergeRequest' | 'label' | 'milestone' | 'user' | 'group';

/** How much detail the reference requests. */
export type ReferenceDetail = 'plain' | 'title' | 'summary';

export interface ReferenceTarget {
  kind: ReferenceKind;
  /** The namespace as written, or null for the current one. */
  path: string | null;
  /** The number as text, the label's or milestone's title, the user's name, the group's full path. */
  name: string;
}

export interface Reference extends ReferenceTarget {
  detail: ReferenceDetail;
  /** The fragment of an address (`note_12`), otherwise null. */
  anchor: string | null;
}

export interface FoundReference extends Reference {
  /** The start in the text, and the position after the end. */
  start: number;
  end: number;
}

/** The namespace of a text, which references without a path are relative to. */
export interface ReferenceBase {
  path: string;
  kind: 'group' | 'project';
}

/** The base of a text of a group or project. */
export const baseOfNamespace = ({
  fullPath: path,
  kind,
}: {
  fullPath: string;
  kind: ReferenceBase['kind'];
}): ReferenceBase => ({
  path,
  kind,
});

/** The base of a text of a work item. */
export const baseOfItem = ({
  namespacePath: path,
  namespaceKind: kind,
}: {
  namespacePath: string;
  namespaceKind: ReferenceBase['kind'];
}): ReferenceBase => ({ path, kind });

const SIGNS = { '#': 'issue', '&': 'epic', '!': 'mergeRequest', '~': 'label', '%': 'milestone', '@': 'user' } as const;
const SIGN_OF: Record<ReferenceKind, string> = {
  issue: '#',
  epic: '&',
  mergeRequest: '!',
  label: '~',
  milestone: '%',
  user: '@',
  group: '@',
};

/** Maximum length of the path or title in a reference. */
const LENGTH_LIMIT = 255;
const SEGMENT = String.raw`[A-Za-z0-9_](?:[\w.-]*\w)?`;
const PATH = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`);
const PATH_CHARACTER = /[\w./-]/;
const GLUED = /[\p{L}\p{N}_&#~%@!\\]/u;
const NUMBER = /([1-9]\d{0,9})(?![\p{L}\p{N}_]|\.\d)(?:\+(s?)(?![\p{L}\p{N}_+]))?/uy;
const QUOTED_NAME = /"([^"\n]{1,255})"/y;
const BARE_NAME = /[\p{L}\p{N}_][\p{L}\p{N}_?&:./+-]{0,254}/uy;
const USER = new RegExp(`${SEGMENT}(?:/${SEGMENT})*`, 'y');
const SIGN_OR_ADDRESS = /https?:\/\/|[#&!~%@]/gi;
const ADDRESS = /https?:\/\/[^\s<>"'`]*/iy;

/**
 * Finds possible references in plain text, in order and without overlaps. `origin` is the address of this installation
 * (`https://plan.example.com`): addresses of its issues and epics are references too; other addresses are skipped.
 */
export function findReferences(text: string, origin: string | null = null): FoundReference[] {
  const found: FoundReference[] = [];
  let end = 0;
  SIGN_OR_ADDRESS.lastIndex = 0;
  for (let match = SIGN_OR_ADDRESS.exec(text); match; match = SIGN_OR_ADDRESS.exec(text)) {
    const at = match.index;
    if (match[0].length > 1) {
      const address = addressAt(text, at);
      const reference = origin === null ? null : parseReferenceAddress(address, origin);
      if (reference) found.push({ ...reference, start: at, end: at + address.length });
      end = at + address.length;
    } else {
      const reference = referenceAt(text, at, end);
      if (!reference) continue;
      found.push(reference);
      end = reference.end;
    }
    SIGN_OR_ADDRESS.lastIndex = Math.max(end, at + 1);
  }
  return found;
}

/** Parses a text that is exactly one reference; null for any other. */
export function parseReference(text: string, origin: string | null = null): Reference | null {
  const [first] = findReferences(text, origin);
  if (!first || first.start !== 0 || first.end !== text.length) return null;
  const { start: _start, end: _end, ...reference } = first;
  return reference;
}

const ITEM_ADDRESS =
  /^\/(?:groups\/([\w./-]+)\/-\/(?:epics|work_items)|([\w./-]+)\/-\/(?:issues|work_items))\/([1-9]\d{0,9})(?:#([\w-]+))?(?:\+(s?))?$/;

/** Parses the address of an issue or an epic of the installation at `origin`; null for any other address. */
export function parseReferenceAddress(address: string, origin: string): Reference | null {
  if (!address.startsWith(`${origin}/`)) return null;
  const match = ITEM_ADDRESS.exec(address.slice(origin.length));
  const path = match?.[1] ?? match?.[2];
  if (!match || path === undefined || !PATH.test(path)) return null;
  return {
    kind: match[1] === undefined ? 'issue' : 'epic',
    path,
    name: match[3] as string,
    detail: detailOf(match[5]),
    anchor: match[4] ?? null,
  };
}

/**
 * The full paths that a reference may mean in a text of `base`, most likely first. A single word is a sibling before it is a
 * top-level namespace; an epic without a path belongs to the group of the text's project. Users have no namespace.
 */
export function candidatePathsOf(target: ReferenceTarget, base: ReferenceBase): string[] {
  if (target.kind === 'user' || target.kind === 'group') return [];
  const parent = parentOf(base.path);
  if (target.path === null) {
    return [target.kind === 'epic' && base.kind === 'project' && parent !== null ? parent : base.path];
  }
  if (target.path.includes('/')) return [target.path];
  const paths = [parent === null ? target.path : `${parent}/${target.path}`];
  if (base.kind === 'group') paths.unshift(`${base.path}/${target.path}`);
  if (parent !== null) paths.push(target.path);
  return [...new Set(paths)];
}

/** `#12`, `~"two words"`: the short form within its namespace. */
export function shortReference(target: ReferenceTarget): string {
  const isNamed = target.kind === 'label' || target.kind === 'milestone';
  return SIGN_OF[target.kind] + (isNamed && !isBareName(target.name) ? `"${target.name}"` : target.name);
}

/** `group/project#12`: the form that is valid everywhere. */
export function fullReference(target: ReferenceTarget): string {
  return (target.path ?? '') + shortReference(target);
}

/** The shortest form that is valid in `base`: `#12`, `project#12` in a sibling, otherwise the full one. */
export function relativeReference(target: ReferenceTarget, base: ReferenceBase): string {
  if (target.path === null || target.path === base.path) return shortReference(target);
  const home = base.kind === 'group' ? base.path : parentOf(base.path);
  const isSibling = target.kind !== 'epic' && home !== null && parentOf(target.path) === home;
  return isSibling ? target.path.slice(home.length + 1) + shortReference(target) : fullReference(target);
}

function addressAt(text: string, at: number): string {
  ADDRESS.lastIndex = at;
  const address = (ADDRESS.exec(text) as RegExpExecArray)[0];
  let length = address.length;
  while (/[.,;:!?)\]*_]/.test(address.charAt(length - 1))) length--;
  return address.slice(0, length);
}

/** The reference whose sign is at `at`; it does not extend back over `from`, the end of the previous one. */
function referenceAt(text: string, at: number, from: number): FoundReference | null {
  const kind = SIGNS[text.charAt(at) as keyof typeof SIGNS];
  const tail = tailAt(text, at + 1, kind);
  if (!tail) return null;
  let start = at;
  while (start > from && at - start <= LENGTH_LIMIT && PATH_CHARACTER.test(text.charAt(start - 1))) start--;
  const path = text.slice(start, at);
  // The slash between two references, as in `#12/#13`.
  if (path === '/' && start === from && from > 0) return { ...tail, start: at, path: null };
  if (GLUED.test(characterBefore(text, start))) return null;
  if (kind !== 'user' && PATH.test(path)) return { ...tail, start, path };
  // Dashes and dots alone are punctuation, not a path.
  return /^[.-]*$/.test(path) ? { ...tail, start: at, path: null } : null;
}

function tailAt(text: string, at: number, kind: ReferenceKind): Omit<FoundReference, 'start' | 'path'> | null {
  if (kind === 'label' || kind === 'milestone') {
    const quoted = matchAt(QUOTED_NAME, text, at);
    if (quoted) return { kind, name: quoted[1] as string, detail: 'plain', anchor: null, end: at + quoted[0].length };
    const name = matchAt(BARE_NAME, text, at)?.[0].replace(/[?&:./-]+$/, '');
    return name ? { kind, name, detail: 'plain', anchor: null, end: at + name.length } : null;
  }
  if (kind === 'user' || kind === 'group') {
    const name = matchAt(USER, text, at)?.[0];
    if (!name || name.length > LENGTH_LIMIT) return null;
    return { kind: name.includes('/') ? 'group' : 'user', name, detail: 'plain', anchor: null, end: at + name.length };
  }
  const number = matchAt(NUMBER, text, at);
  if (!number) return null;
  return { kind, name: number[1] as string, detail: detailOf(number[2]), anchor: null, end: at + number[0].length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads the part after the plus: `s`, empty, or undefined where there is no plus. */
function detailOf(suffix: string | undefined): ReferenceDetail {
  if (suffix === undefined) return 'plain';
  return suffix === 's' ? 'summary' : 'title';
}

function characterBefore(text: string, at: number): string {
  const low = text.charAt(at - 1);
  return /[\uDC00-\uDFFF]/.test(low) ? text.slice(at - 2, at) : low;
}

function isBareName(name: string): boolean {
  const match = matchAt(BARE_NAME, name, 0);
  return match !== null && match[0].length === name.length && !/[?&:./-]$/.test(name);
}

function parentOf(path: string): string | null {
  const stroke = path.lastIndexOf('/');
  return stroke < 0 ? null : path.slice(0, stroke);
}

/** The number of pending references that a form shows before it collapses the rest into a counter. */
export const REFERENCES_SHOWN = 5;

/** The references in a typed or pasted text, separated by white space. */
export function splitReferences(text: string): string[] {
  return text.split(/\s+/).filter((part) => part !== '');
}

/** Appends the references of a text to the pending ones, without duplicates. */
export function withReferences(pending: readonly string[], text: string): string[] {
  return [...new Set([...pending, ...splitReferences(text)])];
}

/**
 * Whether a word is already a reference or an address, so that a space after it ends it; other words are searched for in
 * titles.
 */
export function looksLikeReference(text: string): boolean {
  return /^(?:https?:\/\/\S+|[\w./-]*[#&]\d+|\d+)$/.test(text.trim());
}
