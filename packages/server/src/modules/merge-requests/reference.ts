import { mergeRequestPath } from '@milepost/core/merge-requests/rules';
import { fullReference, relativeReference } from '@milepost/core/text/references';
import type { ReferenceCandidate, ResolvedReference } from '../../platform/markdown/resolver.ts';
import type { ReferencePlug } from '../../platform/markdown/sockets.ts';
import { referencedRequests, type ReferencedRequest } from './store/references.ts';

/** `!12`, `project!12`, `group/project!12`: merge requests. */
export const mergeRequestReferences: ReferencePlug = {
  kinds: ['mergeRequest'],
  async resolve(ctx, candidates) {
    const wanted = candidates.flatMap((candidate) =>
      candidate.paths.map((path) => ({ candidate, path, iid: Number(candidate.name), basePath: candidate.base.path })),
    );
    const resolved = new Map<string, ResolvedReference>();
    for (const request of await referencedRequests(ctx.db, wanted)) {
      const candidate = wanted[request.index]?.candidate;
      if (candidate && !resolved.has(candidate.key)) resolved.set(candidate.key, shown(candidate, request));
    }
    return resolved;
  },
};

/** A title is shown only if every reader of the text may know it; the page that the link leads to checks its reader. */
function shown(candidate: ReferenceCandidate, request: ReferencedRequest): ResolvedReference {
  const target = { kind: 'mergeRequest', path: request.projectPath, name: String(request.iid) } as const;
  return {
    kind: 'mergeRequest',
    reference: fullReference(target),
    href: mergeRequestPath(request.projectPath, request.iid),
    text: relativeReference(target, candidate.base),
    title: request.isKnownToReaders ? request.title : fullReference(target),
    ...(request.isKnownToReaders && { summary: request.state }),
  };
}
