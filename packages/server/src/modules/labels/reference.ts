import { fullReference, type ReferenceBase } from '@milepost/core/text/references';
import type { ReferenceCandidate, ResolvedReference } from '../../platform/markdown/resolver.ts';
import type { ReferencePlug } from '../../platform/markdown/sockets.ts';
import { referencedLabels, type ReferencedLabel } from './store/references.ts';

/** `~backend` and `~"two words"`: the label of the text's namespace or an ancestor, or of a public namespace by its path. */
export const labelReferences: ReferencePlug = {
  kinds: ['label'],
  async resolve(ctx, candidates) {
    const wanted = candidates.flatMap((candidate) =>
      candidate.paths.map((path) => ({ candidate, path, title: candidate.name })),
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

/**
 * Readers of the text see its namespace and what that inherits; in other namespaces only public labels are visible to all of
 * them.
 */
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
