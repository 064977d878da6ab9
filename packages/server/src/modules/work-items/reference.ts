import { fullReference, relativeReference, type ReferenceTarget } from '@milepost/core/text/references';
import { webPathOf } from '@milepost/core/work-items';
import type { ReferenceCandidate, ResolvedReference } from '../../platform/markdown/resolver.ts';
import type { ReferencePlug } from '../../platform/markdown/sockets.ts';
import { referencedItems, type ReferencedItem } from './store/references.ts';

/** `#12`, `&5`, `project#12`, `group/project#12`: issues of projects and epics of groups. */
export const workItemReferences: ReferencePlug = {
  kinds: ['issue', 'epic'],
  async resolve(ctx, candidates) {
    const wanted = candidates.flatMap((candidate) => {
      const iid = Number(candidate.name);
      const isEpic = candidate.kind === 'epic';
      return candidate.paths.map((path) => ({ candidate, path, iid, isEpic, basePath: candidate.base.path }));
    });
    const resolved = new Map<string, ResolvedReference>();
    // Candidates are in order of likelihood, and so are the items found for them.
    for (const item of await referencedItems(ctx.db, wanted)) {
      const candidate = wanted[item.index]?.candidate;
      if (candidate && !resolved.has(candidate.key)) resolved.set(candidate.key, shown(candidate, item));
    }
    return resolved;
  },
};

/** A title is shown only if every reader of the text may know it; otherwise the link shows the typed text. */
function shown(candidate: ReferenceCandidate, item: ReferencedItem): ResolvedReference {
  const target: ReferenceTarget = { kind: candidate.kind, path: item.namespacePath, name: String(item.iid) };
  const text = relativeReference(target, candidate.base);
  return {
    kind: candidate.kind,
    reference: fullReference(target),
    href: webPathOf(item),
    text,
    title: item.isKnownToReaders ? item.title : fullReference(target),
    ...(item.isKnownToReaders && { summary: item.state }),
  };
}
