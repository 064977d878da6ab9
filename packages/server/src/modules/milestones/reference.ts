import { milestonePath } from '@milepost/core/timeboxes/milestones';
import { fullReference, relativeReference, type ReferenceBase } from '@milepost/core/text/references';
import type { ReferenceCandidate, ResolvedReference } from '../../platform/markdown/resolver.ts';
import type { ReferencePlug } from '../../platform/markdown/sockets.ts';
import { referencedMilestones, type ReferencedMilestone } from './store/references.ts';

/** `%1.0` and `%"Spring"`: the milestone of the text's namespace or an ancestor, or of a public namespace by its path. */
export const milestoneReferences: ReferencePlug = {
  kinds: ['milestone'],
  async resolve(ctx, candidates) {
    const wanted = candidates.flatMap((candidate) =>
      candidate.paths.map((path) => ({ candidate, path, title: candidate.name })),
    );
    const resolved = new Map<string, ResolvedReference>();
    for (const milestone of await referencedMilestones(ctx.db, wanted)) {
      const candidate = wanted[milestone.index]?.candidate;
      if (!candidate || resolved.has(candidate.key) || !isKnownTo(candidate.base, milestone)) continue;
      resolved.set(candidate.key, shown(candidate, milestone));
    }
    return resolved;
  },
};

/**
 * Readers of the text see its namespace and what that inherits; in other namespaces only public milestones are visible to all
 * of them.
 */
function isKnownTo(base: ReferenceBase, milestone: ReferencedMilestone): boolean {
  return milestone.isPublic || `${base.path}/`.toLowerCase().startsWith(`${milestone.path}/`.toLowerCase());
}

function shown({ base }: ReferenceCandidate, milestone: ReferencedMilestone): ResolvedReference {
  const target = { kind: 'milestone', path: milestone.path, name: milestone.title } as const;
  return {
    kind: 'milestone',
    reference: fullReference(target),
    href: milestonePath(milestone.homeKind, milestone.homePath, milestone.iid),
    text: relativeReference(target, base),
    title: milestone.title,
  };
}
