import type { ReferenceBase, ReferenceKind, ReferenceTarget } from '@milepost/core/text/references';

/** A possible reference in a text. */
export interface ReferenceCandidate extends ReferenceTarget {
  /** Key of the candidate in the result. Equal for equal references from the same namespace, which are resolved once. */
  key: string;
  /** The full paths that it may refer to, likeliest first; empty for users and groups. */
  paths: readonly string[];
  /** The namespace of the text: determines the short form. */
  base: ReferenceBase;
}

/** A resolved reference. */
export interface ResolvedReference {
  kind: ReferenceKind;
  /** The full form: `kubernetes/sig-node&5`. */
  reference: string;
  href: string;
  /** The form to show at the candidate's base: `&5`, or a label's title. */
  text: string;
  /** The title or name of the target, shown on hover, and in the text for references with `+`. */
  title: string;
  /** Added to the title for references with `+s`: assignees, milestone, state. */
  summary?: string;
  /** `#rrggbb`, drawn as a chip before the text. */
  color?: string;
}

/** Resolves references to objects that every reader of the text may see. */
export interface ReferenceResolver {
  /** `https://plan.example.com`: its URLs are treated as references; null for none. */
  origin: string | null;
  /** One call for all documents; a key that is left out, or null, stays text. */
  resolve(candidates: readonly ReferenceCandidate[]): Promise<ReadonlyMap<string, ResolvedReference | null>>;
  /** Prefix of `/uploads/…` in texts of these full paths; requested only if a text has such a URL. */
  filesOf?(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
