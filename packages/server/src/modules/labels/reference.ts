import { fullReference, type ReferenceBase } from '@milepost/core/text/references';
import type { ReferenceCandidate, ResolvedReference } from '../../platform/markdown/references.ts';
import type { ReferencePlug } from '../../platform/references.ts';
import { referencedLabels, type ReferencedLabel } from './store/references.ts';

/** `~backend` and `~"two words"`: the label of the text's own place or of one above it, or of a public place by its path. */
export const labelReferences: ReferencePlug = {
  kinds: ['label'],
  async resolve(ctx, candidates) {
    const wanted = candidates.flatMap((candidate) =>
      candidate.places.map((path) => ({ candidate, path, title: candidate.name })),
    );
    const resolved = new Map<string, ResolvedReference>();
    for (const label of await referencedLabels(ctx.db, wanted)) {
      const candidate = wanted[label.index]?.candidate;
      if (!candidate || resolved.has(candidate.key) || !isKnownTo(candidate.base, label)) continue;
      resolved.set(candidate.key, shown(candidate, label));
    }
    return resolved;
  },
};

/** Whoever may read the text sees its place and what comes down to it; of other places only public ones are sure to be seen. */
function isKnownTo(base: ReferenceBase, label: ReferencedLabel): boolean {
  return label.isPublic || `${base.path}/`.toLowerCase().startsWith(`${label.path}/`.toLowerCase());
}

function shown(candidate: ReferenceCandidate, label: ReferencedLabel): ResolvedReference {
  const { base } = candidate;
  const list = base.kind === 'group' ? `/groups/${base.path}/-/epics` : `/${base.path}/-/issues`;
  return {
    kind: 'label',
    reference: fullReference({ kind: 'label', path: label.path, name: label.title }),
    href: `${list}?label_name[]=${encodeURIComponent(label.title)}`,
    text: label.title,
    title: label.description || label.title,
    color: label.color,
  };
}
