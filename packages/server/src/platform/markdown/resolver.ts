import type { ReferenceBase, ReferenceKind, ReferenceTarget } from '@milepost/core/text/references';

/** A possible reference in a text. */
export interface ReferenceCandidate extends ReferenceTarget {
  /** Key of the candidate in the result. The same reference from the same namespace: look it up once for many documents. */
  key: string;
  /** The full paths it may mean, likeliest first; none for users and groups. */
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
  /** The thing's title or name, shown on hover, and in the text where `+` asks for it. */
  title: string;
  /** What `+s` adds to the title: assignees, milestone, state. */
  summary?: string;
  /** `#rrggbb`, drawn as a chip before the text. */
  color?: string;
}

/** Looks references up. It returns only what every reader of the text may see. */
export interface ReferenceResolver {
  /** `https://plan.example.com`, or null when addresses should stay addresses. */
  origin: string | null;
  /** One call for all documents; a key that is left out, or null, stays text. */
  resolve(candidates: readonly ReferenceCandidate[]): Promise<ReadonlyMap<string, ResolvedReference | null>>;
  /** Prefix of `/uploads/…` in texts of these full paths; requested only if a text has such a URL. */
  filesOf?(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
